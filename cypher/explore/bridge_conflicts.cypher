// purpose: The conflicts that cross knowledge points: documents of different points disagree.
// parameters: limit (integer: how many rows at most) = 20
// returns: conflict, subject, attribute, first, second, edges (conflict edges between documents of the two)
// example: {"limit": 20}
MATCH (k:KnowledgePoint)<-[:LABELED]-(a:Document)-[r:CONFLICTS_WITH]->(b:Document)-[:LABELED]->(j:KnowledgePoint)
WHERE k.path <> j.path
UNWIND [r.fact_a, r.fact_b] AS fact
WITH fact, r.fact_a + ' ' + r.fact_b AS edge, CASE WHEN k.path < j.path THEN k.path ELSE j.path END AS first,
     CASE WHEN k.path < j.path THEN j.path ELSE k.path END AS second
MATCH (f:Fact {id: fact})-[:REPORTS]->(:Account)-[:ACCOUNT_OF]->(c:Conflict)
WITH c, first, second, count(DISTINCT edge) AS edges
RETURN c.id AS conflict, c.subject AS subject, c.attribute AS attribute, first, second, edges
ORDER BY edges DESC, conflict, first, second LIMIT $limit
