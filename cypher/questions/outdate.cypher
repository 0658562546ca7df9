// purpose: Takes questions that were made of an earlier state of their conflict out of the release; those left have answers of
//          models, which keep their question.
// parameters: rows (list of {key, questions: ids that stay}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "c1", "questions": ["q1"]}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (q:Question)-[:ASKS]->(:Conflict {id: row.key})
WHERE NOT q.id IN row.questions
SET q.status = 'outdated', q.reason = 'its conflict has changed since'
