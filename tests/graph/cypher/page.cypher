// purpose: Documents in the order of their ids.
// parameters: after (string), limit (integer)
// returns: key, text
// example: {"after": "", "limit": 1}
MATCH (d:Document)
WHERE d.id > $after
RETURN d.id AS key, d.text AS text
ORDER BY key
LIMIT $limit
