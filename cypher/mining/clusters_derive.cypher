// purpose: Counts the documents of clusters.
// parameters: rows (list of {key})
// returns: nothing
// example: {"rows": [{"key": "c1"}]}
UNWIND $rows AS row
MATCH (c:Cluster {id: row.key})
SET c.size = COUNT { (c)<-[:IN_CLUSTER]-() }, c.touched = null
