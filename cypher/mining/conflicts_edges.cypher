// purpose: Conflict edges of a page of documents, each with the slots that its two facts fill.
// parameters: after (string), limit (integer)
// returns: key, edges (list of [slot, other slot])
// example: {"after": "", "limit": 10}
MATCH (a:Document) WHERE a.id > $after AND EXISTS { (a)-[:CONFLICTS_WITH]->(:Document) }
WITH a ORDER BY a.id LIMIT $limit
MATCH (a)-[r:CONFLICTS_WITH]->(:Document)
OPTIONAL MATCH (:Fact {id: r.fact_a})-[:FILLS]->(s:Slot)
OPTIONAL MATCH (:Fact {id: r.fact_b})-[:FILLS]->(t:Slot)
WITH a, s, t WHERE s IS NOT NULL AND t IS NOT NULL
RETURN a.id AS key, collect(DISTINCT [s.key, t.key]) AS edges
ORDER BY key
