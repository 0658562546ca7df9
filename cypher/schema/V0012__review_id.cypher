// purpose: No two Review nodes have the same id.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT review_id IF NOT EXISTS FOR (n:Review) REQUIRE n.id IS UNIQUE
