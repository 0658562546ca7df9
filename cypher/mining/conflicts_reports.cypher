// purpose: Ties facts to the accounts that they report, which are written already.
// parameters: rows (list of {key: fact id, account}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "f1", "account": "a1"}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (f:Fact {id: row.key})
MERGE (acc:Account {id: row.account})
MERGE (f)-[:REPORTS]->(acc)
