// purpose: The entities that documents of two knowledge points share.
// parameters: first (knowledge_point: a path or the beginning of one), second (knowledge_point: a path or the beginning of
//         one), limit (integer: how many rows at most) = 20
// returns: entity, name, in_first (documents of the first that mention it), in_second (documents of the second that mention it)
// example: {"first": "History / People / 100001", "second": "History / People / 100001", "limit": 20}
MATCH (k:KnowledgePoint) WHERE k.path = $first OR k.path STARTS WITH $first + ' / '
MATCH (k)<-[:LABELED]-(d:Document)-[:MENTIONS]->(e:Entity)
WITH e, count(DISTINCT d) AS in_first
MATCH (e)<-[:MENTIONS]-(o:Document)-[:LABELED]->(j:KnowledgePoint)
WHERE j.path = $second OR j.path STARTS WITH $second + ' / '
WITH e, in_first, count(DISTINCT o) AS in_second
RETURN e.key AS entity, e.name AS name, in_first, in_second
ORDER BY in_first + in_second DESC, entity LIMIT $limit
