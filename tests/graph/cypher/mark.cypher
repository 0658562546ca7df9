// purpose: Marks documents.
// parameters: rows (list of {key})
// returns: nothing
// example: {"rows": []}
UNWIND $rows AS row
MATCH (d:Document {id: row.key})
SET d.mark = true
