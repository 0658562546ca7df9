// purpose: The facts that a document states, in the order of its text.
// parameters: document (document: its id), limit (integer: how many rows at most) = 20
// returns: subject, attribute, value, kind, quote, start (first character of the quote), end (character after the quote),
//         contested, fact
// example: {"document": "a100001", "limit": 20}
MATCH (d:Document {id: $document})-[:STATES]->(f:Fact)
RETURN f.subject AS subject, f.attribute AS attribute, f.value AS value, f.value_kind AS kind, f.statement AS quote, f.start AS start,
       f.end AS end, CASE WHEN EXISTS { (f)-[:REPORTS]->(:Account) } THEN 'yes' ELSE 'no' END AS contested, f.id AS fact
ORDER BY start, fact LIMIT $limit
