// purpose: Clusters that gained or lost documents since they were counted.
// parameters: after (string), limit (integer)
// returns: key
// example: {"after": "", "limit": 10}
MATCH (c:Cluster {touched: 'yes'})
WHERE c.id > $after
RETURN c.id AS key
ORDER BY key LIMIT $limit
