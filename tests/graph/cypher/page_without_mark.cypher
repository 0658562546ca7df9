// purpose: Documents without a mark.
// parameters: after (string), limit (integer)
// returns: key
// example: {"after": "", "limit": 1}
MATCH (d:Document)
WHERE d.id > $after AND d.mark IS NULL
RETURN d.id AS key
ORDER BY key
LIMIT $limit
