// purpose: The accounts that copies make look stronger: more documents than independent sources.
// parameters: limit (integer: how many rows at most) = 20
// returns: conflict, subject, attribute, value, side, documents, sources
// example: {"limit": 20}
MATCH (acc:Account)-[:ACCOUNT_OF]->(c:Conflict) WHERE acc.n_documents > acc.n_sources AND c.n_accounts > 1
RETURN c.id AS conflict, c.subject AS subject, c.attribute AS attribute, acc.value AS value, acc.side AS side,
       acc.n_documents AS documents, acc.n_sources AS sources
ORDER BY documents - sources DESC, conflict, value LIMIT $limit
