// purpose: No two Evidence nodes have the same id.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT evidence_id IF NOT EXISTS FOR (n:Evidence) REQUIRE n.id IS UNIQUE
