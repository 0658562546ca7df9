// purpose: Marks both questions of conflicts as not for release, with the reason.
// parameters: rows (list of {key: conflict id, reason})
// returns: nothing
// example: {"rows": [{"key": "c1", "reason": "repeats another question"}]}
UNWIND $rows AS row
MATCH (q:Question)-[:ASKS]->(c:Conflict {id: row.key})
SET q.status = 'filtered', q.reason = row.reason, c.questions_status = 'filtered', c.questions_note = row.reason
