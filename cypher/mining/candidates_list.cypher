// purpose: The pairs worth comparing, by the first document of each.
// parameters: after (string), limit (integer)
// returns: key, pairs (list of [id, score, via], in no order)
// example: {"after": "", "limit": 10}
MATCH (a:Document)
WHERE a.id > $after
RETURN a.id AS key, [(a)-[c:CANDIDATE]->(b:Document) | [b.id, c.score, c.via]] AS pairs
ORDER BY key LIMIT $limit
