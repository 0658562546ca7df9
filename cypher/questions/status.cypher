// purpose: Records how the making of each conflict's questions ended.
// parameters: rows (list of {key, status, note}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "c1", "status": "ok", "note": ""}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (c:Conflict {id: row.key})
SET c.questions_fingerprint = $fingerprint, c.questions_status = row.status, c.questions_note = row.note
