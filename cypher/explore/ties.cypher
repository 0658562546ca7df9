// purpose: The conflicts whose strongest accounts have equally many independent sources, so that there is no majority.
// parameters: limit (integer: how many rows at most) = 20
// returns: conflict, subject, attribute, values (the accounts that tie), sources (independent sources of each)
// example: {"limit": 20}
MATCH (c:Conflict)<-[:ACCOUNT_OF]-(acc:Account {side: 'tie'}) WHERE c.n_accounts > 1
WITH c, acc ORDER BY acc.value
WITH c, collect(acc.value) AS values, max(acc.n_sources) AS sources
RETURN c.id AS conflict, c.subject AS subject, c.attribute AS attribute, values, sources
ORDER BY sources DESC, conflict LIMIT $limit
