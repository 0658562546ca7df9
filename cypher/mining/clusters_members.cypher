// purpose: Writes the cluster that each entity speaks for.
// parameters: rows (list of {key, cluster}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "vienna", "cluster": "c1"}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (e:Entity {key: row.key})
SET e.cluster = row.cluster, e.clusters_fingerprint = $fingerprint
