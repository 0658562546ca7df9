// purpose: Makes clusters around centroids.
// parameters: rows (list of {key, centroid}), fingerprint (string), method (string)
// returns: nothing
// example: {"rows": [{"key": "c1", "centroid": [0.6, 0.8]}], "fingerprint": "f", "method": "embedding"}
UNWIND $rows AS row
MERGE (c:Cluster {id: row.key})
SET c.method = $method, c.centroid = row.centroid, c.fingerprint = $fingerprint, c.size = 0
