// purpose: Knowledge points and topic clusters of some documents, to tell what else a pair has in common.
// parameters: ids (list of string)
// returns: key, points, clusters
// example: {"ids": ["d1"]}
UNWIND $ids AS id
MATCH (d:Document {id: id})
CALL (d) {
  MATCH (d)-[:LABELED]->(k:KnowledgePoint)
  RETURN collect(k.path) AS points
}
CALL (d) {
  MATCH (d)-[:IN_CLUSTER]->(c:Cluster)
  RETURN collect(c.id) AS clusters
}
RETURN d.id AS key, points, clusters
