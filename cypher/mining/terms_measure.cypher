// purpose: Writes how many terms each document has, whether linked or not: the length that scores are divided by.
// parameters: rows (list of {key, n_terms}), hub (integer), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "d1", "n_terms": 80}], "hub": 50, "fingerprint": "f"}
UNWIND $rows AS row
MATCH (d:Document {id: row.key})
SET d.n_terms = row.n_terms
