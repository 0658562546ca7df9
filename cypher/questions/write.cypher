// purpose: Writes questions with what became of them.
// parameters: rows (list of {key, conflict, formulation, question, status, reason}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "q1", "conflict": "c1", "formulation": "named_entity", "question": "When?", "status": "ok",
//          "reason": ""}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (c:Conflict {id: row.conflict})
MERGE (q:Question {id: row.key})
SET q.conflict = row.conflict, q.formulation = row.formulation, q.question = row.question, q.status = row.status,
    q.reason = row.reason
MERGE (q)-[:ASKS]->(c)
