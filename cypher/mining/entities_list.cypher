// purpose: Entities with the documents that mention them, the first hundred of each.
// parameters: after (string), limit (integer)
// returns: key, name, type, n_documents, documents
// example: {"after": "", "limit": 10}
MATCH (e:Entity)
WHERE e.key > $after AND e.n_documents > 0
RETURN e.key AS key, e.name AS name, e.type AS type, e.n_documents AS n_documents,
       [(e)<-[:MENTIONS]-(d:Document) | d.id][0..100] AS documents
ORDER BY key LIMIT $limit
