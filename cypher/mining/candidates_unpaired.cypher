// purpose: Documents that the paper's setting hasn't paired yet under this fingerprint.
// parameters: fingerprint (string), round (string), after (string), limit (integer)
// returns: key
// example: {"fingerprint": "f", "round": "00000001", "after": "", "limit": 10}
MATCH (d:Document)
WHERE d.id > $after
  AND (coalesce(d.candidates_fingerprint, '') <> $fingerprint OR NOT d.candidates_status IN ['ok', 'filtered'])
RETURN d.id AS key
ORDER BY key LIMIT $limit
