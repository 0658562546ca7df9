// purpose: Records how the search for terms ended for each document.
// parameters: rows (list of {key, status, note}), hub (integer), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "d1", "status": "ok", "note": ""}], "hub": 50, "fingerprint": "f"}
UNWIND $rows AS row
MATCH (d:Document {id: row.key})
SET d.terms_fingerprint = $fingerprint, d.terms_status = row.status, d.terms_note = row.note
