// purpose: Makes the conflict of a group of slots, ready to be filled with accounts.
// parameters: rows (list of {key, home, slot}: conflict id, first slot of the group, slot)
// returns: nothing
// example: {"rows": [{"key": "c1", "home": "nobody | age", "slot": "nobody | age"}]}
UNWIND $rows AS row
MERGE (c:Conflict {id: row.key})
SET c.slot = row.home
WITH c, row
MATCH (s:Slot {key: row.slot})
MERGE (c)-[:CONTESTS]->(s)
