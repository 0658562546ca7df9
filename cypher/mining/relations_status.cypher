// purpose: Records how the comparison of each candidate pair ended.
// parameters: rows (list of {key: both ids with a tab between, status, note}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "d1\td2", "status": "ok", "note": ""}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (a:Document {id: split(row.key, '\t')[0]})-[c:CANDIDATE]->(b:Document {id: split(row.key, '\t')[1]})
SET c.relations_fingerprint = $fingerprint, c.relations_status = row.status, c.relations_note = row.note
