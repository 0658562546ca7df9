// purpose: No two KnowledgePoint nodes have the same path.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT knowledge_point_path IF NOT EXISTS FOR (n:KnowledgePoint) REQUIRE n.path IS UNIQUE
