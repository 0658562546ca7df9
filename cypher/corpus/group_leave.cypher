// purpose: Gives a near-duplicate group a new name when the document it's named after is replaced.
// parameters: rows (list of {key})
// returns: nothing
// example: {"rows": [{"key": "d1"}]}
UNWIND $rows AS row
MATCH (member:Document {dup_group: row.key})
WHERE member.id <> row.key
WITH row.key AS old, min(member.id) AS heir
MATCH (member:Document {dup_group: old})
WHERE member.id <> old
SET member.dup_group = heir
