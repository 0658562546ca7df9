// purpose: The conflicts with these words in their subject, attribute or values.
// parameters: words (string: some of the subject, attribute or a value), limit (integer: how many rows at most) = 20
// returns: conflict, subject, attribute, values (strongest first), sources (independent sources of each)
// example: {"words": "ada", "limit": 20}
MATCH (c:Conflict)<-[:ACCOUNT_OF]-(acc:Account) WHERE c.n_accounts > 1
WITH c, acc ORDER BY acc.n_sources DESC, acc.value
WITH c, collect(acc.value) AS values, collect(acc.n_sources) AS sources
WHERE toLower(c.subject) CONTAINS toLower($words) OR toLower(c.attribute) CONTAINS toLower($words)
   OR any(value IN values WHERE toLower(value) CONTAINS toLower($words))
RETURN c.id AS conflict, c.subject AS subject, c.attribute AS attribute, values, sources
ORDER BY subject, attribute, conflict LIMIT $limit
