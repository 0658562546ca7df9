// purpose: Records how the labelling of each document ended.
// parameters: rows (list of {key, status, note}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "d1", "status": "ok", "note": ""}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (d:Document {id: row.key})
SET d.knowledge_points_fingerprint = $fingerprint, d.knowledge_points_status = row.status, d.knowledge_points_note = row.note
