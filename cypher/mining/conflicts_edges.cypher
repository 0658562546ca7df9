// purpose: Conflict edges of a page of documents, as the slots that their two facts fill (null where a fact is gone).
// parameters: after (string), limit (integer)
// returns: key, edges (list of [slot, other slot])
// example: {"after": "", "limit": 10}
MATCH (a:Document) WHERE a.id > $after AND EXISTS { (a)-[:CONFLICTS_WITH]->(:Document) }
WITH a ORDER BY a.id LIMIT $limit
MATCH (a)-[r:CONFLICTS_WITH]->(:Document)
WITH a, r.fact_a AS first, r.fact_b AS second
OPTIONAL MATCH (:Fact {id: first})-[:FILLS]->(s:Slot)
OPTIONAL MATCH (:Fact {id: second})-[:FILLS]->(t:Slot)
WITH a, s.key AS slot, t.key AS other
RETURN a.id AS key, collect(DISTINCT [slot, other]) AS edges
ORDER BY key
