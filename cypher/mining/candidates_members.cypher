// purpose: What the paper's retrieval looks at of each document: its knowledge point and its entities.
// parameters: after (string), limit (integer)
// returns: key, points (list of [confidence, path]), entities
// example: {"after": "", "limit": 10}
MATCH (d:Document) WHERE d.id > $after
WITH d ORDER BY d.id LIMIT $limit
CALL (d) {
  MATCH (d)-[l:LABELED]->(k:KnowledgePoint)
  RETURN collect([coalesce(l.confidence, 0.0), k.path]) AS points
}
CALL (d) {
  MATCH (d)-[:MENTIONS]->(e:Entity)
  RETURN collect(e.key) AS entities
}
RETURN d.id AS key, points, entities
ORDER BY key
