// purpose: Records how the search for entities ended for each document.
// parameters: rows (list of {key, status, note}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "d1", "status": "ok", "note": ""}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (d:Document {id: row.key})
SET d.entities_fingerprint = $fingerprint, d.entities_status = row.status, d.entities_note = row.note
