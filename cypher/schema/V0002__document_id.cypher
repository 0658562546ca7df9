// purpose: No two Document nodes have the same id.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT document_id IF NOT EXISTS FOR (n:Document) REQUIRE n.id IS UNIQUE
