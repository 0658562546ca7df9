// purpose: Writes the accounts of conflicts.
// parameters: rows (list of {key, conflict, value, value_kind, value_json, n_documents, n_sources, documents, side}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "a1", "conflict": "c1", "value": "12", "value_kind": "number", "value_json": "{}", "n_documents": 1,
//          "n_sources": 1, "documents": ["d1"], "side": "tie"}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (c:Conflict {id: row.conflict})
MERGE (acc:Account {id: row.key})
SET acc.value = row.value, acc.value_kind = row.value_kind, acc.value_json = row.value_json,
    acc.n_documents = row.n_documents, acc.n_sources = row.n_sources, acc.documents = row.documents, acc.side = row.side
MERGE (acc)-[:ACCOUNT_OF]->(c)
