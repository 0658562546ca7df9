// purpose: The knowledge points with what the graph holds of each.
// parameters: limit (integer: how many rows at most) = 20
// returns: knowledge_point, documents, facts, conflicts (that a document of the point reports an account of)
// example: {"limit": 20}
MATCH (k:KnowledgePoint)<-[:LABELED]-(d:Document)
WITH k, count(d) AS documents, sum(COUNT { (d)-[:STATES]->(:Fact) }) AS facts
RETURN k.path AS knowledge_point, documents, facts,
       COUNT { MATCH (k)<-[:LABELED]-(:Document)-[:STATES]->(:Fact)-[:REPORTS]->(:Account)-[:ACCOUNT_OF]->(c:Conflict)
               RETURN DISTINCT c } AS conflicts
ORDER BY documents DESC, knowledge_point LIMIT $limit
