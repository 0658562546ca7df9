// purpose: The conflicts with most independent sources against the strongest account.
// parameters: limit (integer: how many rows at most) = 20
// returns: conflict, subject, attribute, accounts, majority (sources of the strongest account), others (sources of all other
//         accounts)
// example: {"limit": 20}
MATCH (c:Conflict)<-[:ACCOUNT_OF]-(acc:Account) WHERE c.n_accounts > 1
WITH c, count(acc) AS accounts, max(acc.n_sources) AS majority, sum(acc.n_sources) AS sources
RETURN c.id AS conflict, c.subject AS subject, c.attribute AS attribute, accounts, majority, sources - majority AS others
ORDER BY others DESC, majority DESC, conflict LIMIT $limit
