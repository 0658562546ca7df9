// purpose: Documents that have no knowledge point yet under this fingerprint.
// parameters: fingerprint (string), after (string), limit (integer)
// returns: key, text, title, language
// example: {"fingerprint": "f", "after": "", "limit": 10}
MATCH (d:Document)
WHERE d.id > $after
  AND (coalesce(d.knowledge_points_fingerprint, '') <> $fingerprint OR NOT d.knowledge_points_status IN ['ok', 'filtered'])
RETURN d.id AS key, d.text AS text, d.title AS title, d.language AS language
ORDER BY key LIMIT $limit
