// purpose: Conflicts that the graph holds, a page at a time, with the slots they contest.
// parameters: after (string), limit (integer)
// returns: key, slots
// example: {"after": "", "limit": 10}
MATCH (c:Conflict) WHERE c.id > $after AND c.benchmark IS NULL
WITH c ORDER BY c.id LIMIT $limit
OPTIONAL MATCH (c)-[:CONTESTS]->(s:Slot)
RETURN c.id AS key, collect(s.key) AS slots
ORDER BY key
