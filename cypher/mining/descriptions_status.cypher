// purpose: Records how the description of each conflict ended.
// parameters: rows (list of {key, status, note}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "c1", "status": "ok", "note": ""}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (c:Conflict {id: row.key})
SET c.descriptions_fingerprint = $fingerprint, c.descriptions_status = row.status, c.descriptions_note = row.note
