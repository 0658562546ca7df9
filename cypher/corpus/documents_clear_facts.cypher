// purpose: Takes away the facts of documents whose text is replaced.
// parameters: rows (list of {key})
// returns: nothing
// example: {"rows": [{"key": "d1"}]}
UNWIND $rows AS row
MATCH (:Document {id: row.key})-[:STATES]->(f:Fact)
DETACH DELETE f
