// purpose: Takes away the pairs that documents have from other settings.
// parameters: rows (list of {key}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "d1"}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (:Document {id: row.key})-[c:CANDIDATE]-(:Document)
WHERE c.fingerprint <> $fingerprint
DELETE c
