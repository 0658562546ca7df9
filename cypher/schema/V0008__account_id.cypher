// purpose: No two Account nodes have the same id.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT account_id IF NOT EXISTS FOR (n:Account) REQUIRE n.id IS UNIQUE
