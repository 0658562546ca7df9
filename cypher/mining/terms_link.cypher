// purpose: Links terms to documents that use them; a term known to be a hub gets no more links.
// parameters: rows (list of {key: the term, document, weight}), hub (integer), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "down home", "document": "d1", "weight": 1.7}], "hub": 50, "fingerprint": "f"}
UNWIND $rows AS row
MERGE (t:Term {key: row.key})
WITH t, row WHERE coalesce(t.n_documents, 0) <= $hub
MATCH (d:Document {id: row.document})
MERGE (d)-[u:USES]->(t)
SET u.weight = row.weight
