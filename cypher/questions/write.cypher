// purpose: Writes questions with what became of them, who made them and what they rest on.
// parameters: rows (list of {key, conflict, formulation, question, status, reason, method, model, prompt, checked_model,
//             checked_prompt, passages_json}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "q1", "conflict": "c1", "formulation": "named_entity", "question": "When?", "status": "ok",
//          "reason": "", "method": "rules", "model": "rules", "prompt": "", "checked_model": "", "checked_prompt": "",
//          "passages_json": "[]"}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (c:Conflict {id: row.conflict})
MERGE (q:Question {id: row.key})
SET q.conflict = row.conflict, q.formulation = row.formulation, q.question = row.question, q.status = row.status,
    q.reason = row.reason, q.method = row.method, q.model = row.model, q.prompt = row.prompt,
    q.checked_model = row.checked_model, q.checked_prompt = row.checked_prompt, q.passages_json = row.passages_json
MERGE (q)-[:ASKS]->(c)
