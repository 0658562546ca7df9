// purpose: Records how the grouping of each conflict ended.
// parameters: rows (list of {key, status, note}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "c1", "status": "ok", "note": ""}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (c:Conflict {id: row.key})
SET c.conflicts_fingerprint = $fingerprint, c.conflicts_status = row.status, c.conflicts_note = row.note
