// purpose: Topic clusters with their documents, the first hundred of each.
// parameters: after (string), limit (integer)
// returns: key, method, size, documents
// example: {"after": "", "limit": 10}
MATCH (c:Cluster)
WHERE c.id > $after AND c.size > 0
RETURN c.id AS key, c.method AS method, c.size AS size, [(c)<-[:IN_CLUSTER]-(d:Document) | d.id][0..100] AS documents
ORDER BY key LIMIT $limit
