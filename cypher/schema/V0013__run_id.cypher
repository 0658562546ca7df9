// purpose: No two Run nodes have the same id.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT run_id IF NOT EXISTS FOR (n:Run) REQUIRE n.id IS UNIQUE
