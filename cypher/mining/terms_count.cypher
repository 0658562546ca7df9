// purpose: Counts the documents of terms that aren't hubs yet; of a hub only that it passed the cap is kept, and no link.
// parameters: rows (list of {key: the term}), hub (integer), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "down home"}], "hub": 50, "fingerprint": "f"}
UNWIND $rows AS row
MATCH (t:Term {key: row.key}) WHERE coalesce(t.n_documents, 0) <= $hub
SET t.n_documents = COUNT { (t)<-[:USES]-() }
WITH t WHERE t.n_documents > $hub
SET t.n_documents = $hub + 1
WITH t
MATCH (t)<-[u:USES]-(:Document)
WITH collect(u) AS links
UNWIND links AS u
DELETE u
