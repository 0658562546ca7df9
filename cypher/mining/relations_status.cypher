// purpose: Records how the comparison of each candidate pair ended.
// parameters: rows (list of {key: both ids with a tab between, status, note}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "d1\td2", "status": "ok", "note": ""}], "fingerprint": "f"}
UNWIND $rows AS row
WITH row, split(row.key, '\t') AS ids
MATCH (a:Document {id: ids[0]})-[c:CANDIDATE]->(b:Document)
WITH row, ids, b, c WHERE b.id = ids[1]
SET c.relations_fingerprint = $fingerprint, c.relations_status = row.status, c.relations_note = row.note
