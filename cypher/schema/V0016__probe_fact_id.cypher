// purpose: No two ProbeFact nodes have the same id.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT probe_fact_id IF NOT EXISTS FOR (n:ProbeFact) REQUIRE n.id IS UNIQUE
