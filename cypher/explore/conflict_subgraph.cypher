// purpose: The subgraph of a conflict edge: the two documents, the edge, and the documents that support either on the same
//         slot.
// parameters: first (document: id of one end), second (document: id of the other end), slot (slot: its key, when the two
//         disagree on several) = null
// returns: slot, relation, document, other, value, other_value, quote, other_quote
// example: {"first": "a100001", "second": "b100001", "slot": null}
MATCH (a:Document {id: $first})-[e:CONFLICTS_WITH]-(b:Document)
WHERE b.id = $second AND ($slot IS NULL OR e.slot = $slot)
WITH a, b, e.slot AS slot
UNWIND [a, b] AS end
WITH DISTINCT end, slot, a.id AS first, b.id AS second
MATCH (end)-[r:SUPPORTS|CONFLICTS_WITH]-(n:Document)
WHERE r.slot = slot AND (type(r) = 'SUPPORTS' OR n.id IN [first, second])
WITH DISTINCT slot, r, startNode(r) AS x, endNode(r) AS y
RETURN slot, CASE type(r) WHEN 'SUPPORTS' THEN 'supports' ELSE 'conflicts with' END AS relation, x.id AS document, y.id AS other,
       r.value_a AS value, r.value_b AS other_value, r.quote_a AS quote, r.quote_b AS other_quote
ORDER BY slot, relation, document, other
