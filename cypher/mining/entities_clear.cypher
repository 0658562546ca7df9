// purpose: Takes away the mentions that documents had, before the new ones are written.
// parameters: rows (list of {key}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "d1"}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (d:Document {id: row.key})
SET d.entities_status = 'pending'
WITH d
MATCH (d)-[m:MENTIONS]->(e:Entity)
SET e.touched = 'yes'
DELETE m
