// purpose: Removes entities that nothing mentions and no slot is about.
// parameters: rows (list of {key})
// returns: nothing
// example: {"rows": [{"key": "nobody"}]}
UNWIND $rows AS row
MATCH (e:Entity {key: row.key})
WHERE NOT EXISTS { (e)--() }
DELETE e
