// purpose: Writes the gold answers of a benchmark that was made elsewhere, as accounts of its contested facts.
// parameters: rows (list of {key, conflict, benchmark, value})
// returns: nothing
// example: {"rows": [{"key": "ia1", "conflict": "c1", "benchmark": "elephantbench", "value": "10"}]}
UNWIND $rows AS row
MATCH (c:Conflict {id: row.conflict})
MERGE (acc:Account {id: row.key})
ON CREATE SET acc.benchmark = row.benchmark, acc.value = row.value
MERGE (acc)-[:ACCOUNT_OF]->(c)
