// purpose: Documents that are in no topic cluster yet under this fingerprint, with the entities that they mention.
// parameters: fingerprint (string), after (string), limit (integer)
// returns: key, text, entities (list of [key, n_documents, count, cluster or null])
// example: {"fingerprint": "f", "after": "", "limit": 10}
MATCH (d:Document)
WHERE d.id > $after AND (coalesce(d.clusters_fingerprint, '') <> $fingerprint OR d.clusters_status <> 'ok')
RETURN d.id AS key, d.text AS text,
       [(d)-[m:MENTIONS]->(e:Entity) | [e.key, e.n_documents, m.count,
        CASE WHEN e.clusters_fingerprint = $fingerprint THEN e.cluster END]] AS entities
ORDER BY key LIMIT $limit
