// purpose: Takes away the labels that documents had, before new ones are written.
// parameters: rows (list of {key}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "d1"}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (d:Document {id: row.key})
SET d.knowledge_points_status = 'pending'
WITH d
MATCH (d)-[r:LABELED]->(:KnowledgePoint)
DELETE r
