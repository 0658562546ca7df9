// purpose: Marks documents and looks for a relationship of which there is none.
// parameters: rows (list of {key})
// returns: nothing
// example: {"rows": [{"key": "d1"}]}
UNWIND $rows AS row
MATCH (d:Document {id: row.key})
SET d.title = 'marked'
WITH d
MATCH (d)-[old:LABELED]->(:KnowledgePoint)
DELETE old
