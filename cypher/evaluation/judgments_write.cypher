// purpose: Writes what a judge made of responses; a later judgment of the same judge takes the place of the earlier one.
// parameters: rows (list of {key, response, judge, status, outcome, n_covered, n_contradictions, rationale, note})
// returns: nothing
// example: {"rows": [{"key": "j1", "response": "o100001", "judge": "offline", "status": "ok", "outcome": "partial", "n_covered": 1,
//          "n_contradictions": 0, "rationale": "names one of two"}]}
UNWIND $rows AS row
MATCH (o:Response {id: row.response})
MERGE (j:Judgment {id: row.key})
SET j.judge = row.judge, j.status = row.status, j.outcome = row.outcome, j.n_covered = row.n_covered,
    j.n_contradictions = row.n_contradictions, j.rationale = row.rationale, j.note = row.note
MERGE (j)-[:JUDGES]->(o)
