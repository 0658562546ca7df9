// purpose: Takes a slot out of a conflict that no longer contests it.
// parameters: rows (list of {key, slot})
// returns: nothing
// example: {"rows": [{"key": "c1", "slot": "nobody | age"}]}
UNWIND $rows AS row
MATCH (:Conflict {id: row.key})-[r:CONTESTS]->(s:Slot)
WITH row, r, s WHERE s.key = row.slot
DELETE r
