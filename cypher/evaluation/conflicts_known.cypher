// purpose: Fields of knowledge of the documents behind conflicts, and why their sources differ where that was found out.
// parameters: keys (list of conflict ids)
// returns: key, mechanism, fields (list of strings, one a document)
// example: {"keys": ["c1"]}
UNWIND $keys AS id
MATCH (c:Conflict {id: id})
CALL (c) {
  MATCH (c)<-[:ACCOUNT_OF]-(:Account)<-[:REPORTS]-(:Fact)<-[:STATES]-(d:Document)-[:LABELED]->(k:KnowledgePoint)
  WITH DISTINCT d, k
  RETURN collect(k.field) AS fields
}
RETURN c.id AS key, c.mechanism AS mechanism, fields
ORDER BY key
