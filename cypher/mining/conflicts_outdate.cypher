// purpose: Takes the questions of conflicts that go out of the release.
// parameters: rows (list of {key})
// returns: nothing
// example: {"rows": [{"key": "c1"}]}
UNWIND $rows AS row
MATCH (q:Question)-[:ASKS]->(:Conflict {id: row.key})
SET q.status = 'outdated', q.reason = 'its conflict is gone'
