// purpose: No two Conflict nodes have the same id.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT conflict_id IF NOT EXISTS FOR (n:Conflict) REQUIRE n.id IS UNIQUE
