// purpose: No two Change nodes have the same id.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT change_id IF NOT EXISTS FOR (n:Change) REQUIRE n.id IS UNIQUE
