// purpose: No two Fact nodes have the same id.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT fact_id IF NOT EXISTS FOR (n:Fact) REQUIRE n.id IS UNIQUE
