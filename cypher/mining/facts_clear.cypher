// purpose: Takes away the facts that documents stated, and the slots that nothing else fills, before new ones are written.
// parameters: rows (list of {key}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "d1"}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (d:Document {id: row.key})
SET d.facts_status = 'pending'
WITH d
MATCH (d)-[:STATES]->(f:Fact)
OPTIONAL MATCH (f)-[:FILLS]->(s:Slot)
DETACH DELETE f
WITH DISTINCT s
WHERE s IS NOT NULL AND NOT EXISTS { (s)<-[:FILLS]-() }
OPTIONAL MATCH (s)-[:ABOUT]->(e:Entity)
SET e.touched = 'yes'
DETACH DELETE s
