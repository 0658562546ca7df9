// purpose: The attributes about which documents disagree most, over all subjects.
// parameters: limit (integer: how many rows at most) = 20
// returns: attribute, conflicts, accounts, sources (independent sources of all accounts)
// example: {"limit": 20}
MATCH (c:Conflict)<-[:ACCOUNT_OF]-(acc:Account) WHERE c.n_accounts > 1
WITH c.attribute AS attribute, count(DISTINCT c) AS conflicts, count(acc) AS accounts, sum(acc.n_sources) AS sources
RETURN attribute, conflicts, accounts, sources
ORDER BY conflicts DESC, sources DESC, attribute LIMIT $limit
