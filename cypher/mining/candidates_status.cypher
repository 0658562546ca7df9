// purpose: Records how the search for partners ended for each document.
// parameters: rows (list of {key, status, note}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "d1", "status": "ok", "note": ""}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (d:Document {id: row.key})
SET d.candidates_fingerprint = $fingerprint, d.candidates_status = row.status, d.candidates_note = row.note
