// purpose: Makes clusters, marked open until all their entities are written.
// parameters: rows (list of {key, method})
// returns: nothing
// example: {"rows": [{"key": "c1", "method": "entities"}]}
UNWIND $rows AS row
MERGE (c:Cluster {id: row.key})
SET c.method = row.method, c.open = 'yes', c.touched = 'yes'
