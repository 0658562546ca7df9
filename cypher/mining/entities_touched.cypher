// purpose: Entities that gained or lost mentions since their properties were derived.
// parameters: after (string), limit (integer)
// returns: key
// example: {"after": "", "limit": 10}
MATCH (e:Entity {touched: 'yes'})
WHERE e.key > $after
RETURN e.key AS key
ORDER BY key LIMIT $limit
