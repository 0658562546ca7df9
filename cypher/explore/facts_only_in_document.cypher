// purpose: What only this document states: facts whose slot no independent document fills.
// parameters: document (document: its id), limit (integer: how many rows at most) = 20
// returns: subject, attribute, value, quote, start (first character of the quote), end (character after the quote), fact
// example: {"document": "a100001", "limit": 20}
MATCH (d:Document {id: $document})-[:STATES]->(f:Fact)-[:FILLS]->(s:Slot)
WHERE NOT EXISTS {
  MATCH (s)<-[:FILLS]-(:Fact)<-[:STATES]-(o:Document)
  WHERE coalesce(o.dup_group, o.id) <> coalesce(d.dup_group, d.id)
}
RETURN f.subject AS subject, f.attribute AS attribute, f.value AS value, f.statement AS quote, f.start AS start, f.end AS end,
       f.id AS fact
ORDER BY start, fact LIMIT $limit
