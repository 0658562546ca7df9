// purpose: Takes documents out of the clusters they were in, before they are placed anew.
// parameters: rows (list of {key}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "d1"}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (d:Document {id: row.key})
SET d.clusters_status = 'pending'
WITH d
MATCH (d)-[r:IN_CLUSTER]->(c:Cluster)
SET c.touched = 'yes'
DELETE r
