// purpose: Writes documents.
// parameters: rows (list of {key, text})
// returns: nothing
// example: {"rows": []}
UNWIND $rows AS row
MERGE (d:Document {id: row.key})
SET d.text = row.text
