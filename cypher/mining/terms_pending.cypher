// purpose: Documents whose terms aren't found yet under this fingerprint; of a long text its first 20,000 characters.
// parameters: fingerprint (string), hub (integer), after (string), limit (integer)
// returns: key, title, text
// example: {"fingerprint": "f", "hub": 50, "after": "", "limit": 10}
MATCH (d:Document)
WHERE d.id > $after
  AND (coalesce(d.terms_fingerprint, '') <> $fingerprint OR NOT d.terms_status IN ['ok', 'filtered'])
RETURN d.id AS key, d.title AS title, left(d.text, 20000) AS text
ORDER BY key LIMIT $limit
