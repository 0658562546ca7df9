// purpose: No two Term nodes have the same key.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT term_key IF NOT EXISTS FOR (n:Term) REQUIRE n.key IS UNIQUE
