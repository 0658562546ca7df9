// purpose: Documents with candidate pairs that have no relation under this fingerprint, each with the other documents of those pairs.
// parameters: fingerprint (string), after (string), limit (integer)
// returns: key, others (list of string)
// example: {"fingerprint": "f", "after": "", "limit": 10}
MATCH (a:Document)
WHERE a.id > $after
  AND EXISTS {
    MATCH (a)-[c:CANDIDATE]->(:Document)
    WHERE coalesce(c.relations_fingerprint, '') <> $fingerprint OR NOT c.relations_status IN ['ok', 'filtered']
  }
RETURN a.id AS key,
       [(a)-[c:CANDIDATE]->(b:Document)
        WHERE coalesce(c.relations_fingerprint, '') <> $fingerprint OR NOT c.relations_status IN ['ok', 'filtered']
        | b.id] AS others
ORDER BY key LIMIT $limit
