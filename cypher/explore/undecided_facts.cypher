// purpose: The facts of contested slots that fit no account of the conflict, or several of them.
// parameters: conflict (conflict: its id)
// returns: value, document, quote, start (first character of the quote), end (character after the quote), fact
// example: {"conflict": "x100001"}
MATCH (c:Conflict {id: $conflict})-[:CONTESTS]->(:Slot)<-[:FILLS]-(f:Fact)<-[:STATES]-(d:Document)
WHERE NOT EXISTS { (f)-[:REPORTS]->(:Account) }
RETURN f.value AS value, d.id AS document, f.statement AS quote, f.start AS start, f.end AS end, f.id AS fact
ORDER BY document, start
