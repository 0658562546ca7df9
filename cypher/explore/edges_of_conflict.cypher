// purpose: The support and conflict edges between the documents of a conflict, on the slots that it contests.
// parameters: conflict (conflict: its id), limit (integer: how many rows at most) = 20
// returns: relation, document, other, value, other_value, confidence, method
// example: {"conflict": "x100001", "limit": 20}
MATCH (c:Conflict {id: $conflict})-[:CONTESTS]->(s:Slot)
WITH collect(s.key) AS slots
MATCH (:Conflict {id: $conflict})<-[:ACCOUNT_OF]-(:Account)<-[:REPORTS]-(:Fact)<-[:STATES]-(a:Document)
WITH DISTINCT slots, a
MATCH (a)-[r:SUPPORTS|CONFLICTS_WITH]->(b:Document) WHERE r.slot IN slots
RETURN CASE type(r) WHEN 'SUPPORTS' THEN 'supports' ELSE 'conflicts with' END AS relation, a.id AS document, b.id AS other,
       r.value_a AS value, r.value_b AS other_value, r.confidence AS confidence, r.method AS method
ORDER BY relation, document, other LIMIT $limit
