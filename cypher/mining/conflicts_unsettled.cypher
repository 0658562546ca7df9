// purpose: Documents whose facts are read, and whose conflicts are up to date from now on.
// parameters: after (string), limit (integer)
// returns: key
// example: {"after": "", "limit": 10}
MATCH (d:Document) WHERE d.id > $after AND d.settled IS NULL AND d.facts_status IN ['ok', 'filtered']
RETURN d.id AS key
ORDER BY key LIMIT $limit
