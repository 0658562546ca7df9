// purpose: No two Slot nodes have the same key.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT slot_key IF NOT EXISTS FOR (n:Slot) REQUIRE n.key IS UNIQUE
