// purpose: No two Judgment nodes have the same id.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT judgment_id IF NOT EXISTS FOR (n:Judgment) REQUIRE n.id IS UNIQUE
