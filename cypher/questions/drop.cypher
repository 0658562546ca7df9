// purpose: Marks both questions of conflicts as not for release, with the reason.
// parameters: rows (list of {key: conflict id, reason})
// returns: nothing
// example: {"rows": [{"key": "c1", "reason": "repeats another question"}]}
UNWIND $rows AS row
MATCH (q:Question {status: 'ok'})-[:ASKS]->(c:Conflict {id: row.key})
SET q.status = 'filtered', q.reason = row.reason,
    c.questions_note = CASE WHEN c.questions_status IN ['ok', 'filtered'] THEN row.reason ELSE c.questions_note END,
    c.questions_status = CASE WHEN c.questions_status = 'ok' THEN 'filtered' ELSE c.questions_status END
