// purpose: Records how the placing of each document in a cluster ended.
// parameters: rows (list of {key, status, note}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "d1", "status": "ok", "note": ""}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (d:Document {id: row.key})
SET d.clusters_fingerprint = $fingerprint, d.clusters_status = row.status, d.clusters_note = row.note
