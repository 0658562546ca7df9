// purpose: No two Question nodes have the same id.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT question_id IF NOT EXISTS FOR (n:Question) REQUIRE n.id IS UNIQUE
