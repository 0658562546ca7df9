// purpose: Marks documents that conflicts are up to date with.
// parameters: rows (list of {key})
// returns: nothing
// example: {"rows": [{"key": "d1"}]}
UNWIND $rows AS row
MATCH (d:Document {id: row.key})
SET d.settled = 'yes'
