// purpose: Records how the extraction of facts ended for each document.
// parameters: rows (list of {key, status, note}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "d1", "status": "ok", "note": ""}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (d:Document {id: row.key})
SET d.facts_fingerprint = $fingerprint, d.facts_status = row.status, d.facts_note = row.note
