// purpose: The documents that belong to two knowledge points.
// parameters: first (knowledge_point: a path or the beginning of one), second (knowledge_point: a path or the beginning of
//         one), limit (integer: how many rows at most) = 20
// returns: document, title, first, second, conflicts (in which it reports an account)
// example: {"first": "History / People / 100001", "second": "History / People / 100001", "limit": 20}
MATCH (k:KnowledgePoint) WHERE k.path = $first OR k.path STARTS WITH $first + ' / '
MATCH (k)<-[:LABELED]-(d:Document)-[:LABELED]->(j:KnowledgePoint)
WHERE (j.path = $second OR j.path STARTS WITH $second + ' / ') AND j.path <> k.path
RETURN d.id AS document, d.title AS title, k.path AS first, j.path AS second,
       COUNT { MATCH (d)-[:STATES]->(:Fact)-[:REPORTS]->(:Account)-[:ACCOUNT_OF]->(c:Conflict) RETURN DISTINCT c } AS conflicts
ORDER BY conflicts DESC, document, first, second LIMIT $limit
