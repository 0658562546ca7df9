// purpose: Counts the documents of terms that aren't hubs yet; the count of a hub stays where it passed the cap.
// parameters: rows (list of {key: the term}), hub (integer), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "down home"}], "hub": 50, "fingerprint": "f"}
UNWIND $rows AS row
MATCH (t:Term {key: row.key}) WHERE coalesce(t.n_documents, 0) <= $hub
SET t.n_documents = COUNT { (t)<-[:USES]-() }
