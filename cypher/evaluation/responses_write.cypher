// purpose: Writes responses of a run, each at its question; one that was asked again takes the place of the earlier one.
// parameters: rows (list of {key, run, question, sample, status, note, answer, finish_reason, reasoning_tokens, seconds, at})
// returns: nothing
// example: {"rows": [{"key": "o1", "run": "r100001", "question": "q100001", "sample": 0, "status": "ok", "answer": "In 1910.",
//          "finish_reason": "stop", "reasoning_tokens": 0, "seconds": 0.2, "at": "2026-01-01T00:00:00+00:00"}]}
UNWIND $rows AS row
MATCH (r:Run {id: row.run})
MERGE (o:Response {id: row.key})
SET o.sample = row.sample, o.status = row.status, o.note = row.note, o.answer = row.answer,
    o.finish_reason = row.finish_reason, o.reasoning_tokens = row.reasoning_tokens, o.seconds = row.seconds, o.at = row.at
MERGE (o)<-[:PRODUCED]-(r)
WITH o, row
MATCH (q:Question {id: row.question})
MERGE (o)-[:ANSWERS]->(q)
