// purpose: Takes the mark from clusters whose entities are all written.
// parameters: rows (list of {key})
// returns: nothing
// example: {"rows": [{"key": "c1"}]}
UNWIND $rows AS row
MATCH (c:Cluster {id: row.key})
SET c.open = null
