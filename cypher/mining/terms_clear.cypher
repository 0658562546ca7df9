// purpose: Takes away the links to terms that documents have from an earlier text or setting.
// parameters: rows (list of {key}), hub (integer), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "d1"}], "hub": 50, "fingerprint": "f"}
UNWIND $rows AS row
MATCH (:Document {id: row.key})-[u:USES]->(t:Term)
SET t.n_documents = CASE WHEN t.n_documents <= $hub THEN t.n_documents - 1 ELSE t.n_documents END
DELETE u
