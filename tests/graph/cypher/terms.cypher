// purpose: Terms with their counts and the documents linked to each.
// parameters: after (string), limit (integer)
// returns: key, n_documents, documents
// example: {"after": "", "limit": 10}
MATCH (t:Term)
WHERE t.key > $after
RETURN t.key AS key, t.n_documents AS n_documents, [(d:Document)-[:USES]->(t) | d.id] AS documents
ORDER BY key LIMIT $limit
