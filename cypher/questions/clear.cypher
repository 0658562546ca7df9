// purpose: Removes questions that were made of an earlier state of their conflict and that no model has answered.
// parameters: rows (list of {key, questions: ids that stay}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "c1", "questions": ["q1"]}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (q:Question)-[:ASKS]->(:Conflict {id: row.key})
WHERE NOT q.id IN row.questions AND NOT EXISTS { (q)<-[:ANSWERS]-(:Response) }
DETACH DELETE q
