// purpose: The documents with these words in their title, address or id.
// parameters: words (string: some of the title or address), limit (integer: how many rows at most) = 20
// returns: document, title, facts, conflicts (in which it reports an account), url
// example: {"words": "a100001", "limit": 20}
MATCH (d:Document)
WHERE toLower(d.title) CONTAINS toLower($words) OR toLower(d.url) CONTAINS toLower($words) OR toLower(d.id) CONTAINS toLower($words)
RETURN d.id AS document, d.title AS title, COUNT { (d)-[:STATES]->(:Fact) } AS facts,
       COUNT { MATCH (d)-[:STATES]->(:Fact)-[:REPORTS]->(:Account)-[:ACCOUNT_OF]->(c:Conflict) RETURN DISTINCT c } AS conflicts,
       d.url AS url
ORDER BY document LIMIT $limit
