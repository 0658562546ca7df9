// purpose: Renames near-duplicate groups that a document with a smaller id has joined.
// parameters: rows (list of {key, name}): the old name and the new
// returns: nothing
// example: {"rows": [{"key": "d2", "name": "d1"}]}
UNWIND $rows AS row
MATCH (d:Document {dup_group: row.key})
SET d.dup_group = row.name
