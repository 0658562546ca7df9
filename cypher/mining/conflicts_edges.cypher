// purpose: Conflict edges of a page of documents, as the slots that their two facts fill and the places of the two values
//          (null where a fact is gone).
// parameters: after (string), limit (integer)
// returns: key, edges (list of [slot, other slot, place, other place])
// example: {"after": "", "limit": 10}
MATCH (a:Document) WHERE a.id > $after AND EXISTS { (a)-[:CONFLICTS_WITH]->(:Document) }
WITH a ORDER BY a.id LIMIT $limit
MATCH (a)-[r:CONFLICTS_WITH]->(:Document)
WITH a, r.fact_a AS first, r.fact_b AS second
OPTIONAL MATCH (f:Fact {id: first})-[:FILLS]->(s:Slot)
OPTIONAL MATCH (g:Fact {id: second})-[:FILLS]->(t:Slot)
WITH a, s.key AS slot, t.key AS other, f.document_id + ' ' + f.value_start AS place,
     g.document_id + ' ' + g.value_start AS other_place
RETURN a.id AS key, collect(DISTINCT [slot, other, place, other_place]) AS edges
ORDER BY key
