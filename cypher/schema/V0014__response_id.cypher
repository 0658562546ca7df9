// purpose: No two Response nodes have the same id.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT response_id IF NOT EXISTS FOR (n:Response) REQUIRE n.id IS UNIQUE
