// purpose: The entities with conflicts in each knowledge point, by the documents that report their accounts.
// parameters: knowledge_point (knowledge_point: only this path, or those that begin so) = null, limit (integer: how many rows
//         at most) = 20
// returns: knowledge_point, entity, name, conflicts, documents (that report an account)
// example: {"knowledge_point": null, "limit": 20}
MATCH (c:Conflict)<-[:ACCOUNT_OF]-(:Account)<-[:REPORTS]-(:Fact)<-[:STATES]-(d:Document)-[:LABELED]->(k:KnowledgePoint)
WHERE c.n_accounts > 1
  AND ($knowledge_point IS NULL OR k.path = $knowledge_point OR k.path STARTS WITH $knowledge_point + ' / ')
WITH DISTINCT c, d, k
MATCH (c)-[:CONTESTS]->(:Slot)-[:ABOUT]->(e:Entity)
WITH k, e, count(DISTINCT c) AS conflicts, count(DISTINCT d) AS documents
RETURN k.path AS knowledge_point, e.key AS entity, e.name AS name, conflicts, documents
ORDER BY conflicts DESC, documents DESC, knowledge_point, entity LIMIT $limit
