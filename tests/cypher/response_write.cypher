// purpose: Writes responses of a model to questions.
// parameters: rows (list of {key, question})
// returns: nothing
// example: {"rows": [{"key": "r1", "question": "q1"}]}
UNWIND $rows AS row
MATCH (q:Question {id: row.question})
MERGE (o:Response {id: row.key})
MERGE (o)-[:ANSWERS]->(q)
