// purpose: The pairs worth comparing, by the first document of each.
// parameters: after (string), limit (integer)
// returns: key, pairs (list of [id, score, via])
// example: {"after": "", "limit": 10}
MATCH (a:Document) WHERE a.id > $after
WITH a ORDER BY a.id LIMIT $limit
CALL (a) {
  MATCH (a)-[c:CANDIDATE]->(b:Document)
  WITH b, c ORDER BY b.id
  RETURN collect([b.id, c.score, c.via]) AS pairs
}
RETURN a.id AS key, pairs
ORDER BY key
