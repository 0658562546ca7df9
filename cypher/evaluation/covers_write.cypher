// purpose: Writes which accounts a response gives, by its judgment, and the words of it that do.
// parameters: rows (list of {key: judgment id, account, evidence})
// returns: nothing
// example: {"rows": [{"key": "j100001", "account": "xa100001", "evidence": "in 1910"}]}
UNWIND $rows AS row
MATCH (j:Judgment {id: row.key})
CALL (row) {
  MATCH (acc:Account {id: row.account})
  RETURN acc
}
MERGE (j)-[r:COVERS]->(acc)
SET r.evidence = row.evidence
