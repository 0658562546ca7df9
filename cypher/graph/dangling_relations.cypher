// purpose: Support and conflict edges that name a fact which isn't in the graph.
// parameters: after (string), limit (integer)
// returns: key, other, slot, fact_a, fact_b
// example: {"after": "", "limit": 10}
MATCH (a:Document)
WHERE a.id > $after
MATCH (a)-[r:SUPPORTS|CONFLICTS_WITH]->(b:Document)
WHERE NOT EXISTS { MATCH (:Fact {id: r.fact_a}) } OR NOT EXISTS { MATCH (:Fact {id: r.fact_b}) }
RETURN a.id AS key, b.id AS other, r.slot AS slot, r.fact_a AS fact_a, r.fact_b AS fact_b
ORDER BY key
LIMIT $limit
