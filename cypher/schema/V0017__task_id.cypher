// purpose: No two Task nodes have the same id.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT task_id IF NOT EXISTS FOR (n:Task) REQUIRE n.id IS UNIQUE
