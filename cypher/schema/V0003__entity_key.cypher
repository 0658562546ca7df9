// purpose: No two Entity nodes have the same key.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT entity_key IF NOT EXISTS FOR (n:Entity) REQUIRE n.key IS UNIQUE
