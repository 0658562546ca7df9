// purpose: Takes from conflicts the accounts that they no longer have, and from the others their facts.
// parameters: rows (list of {key, accounts: ids that stay}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "c1", "accounts": ["a1"]}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (acc:Account)-[:ACCOUNT_OF]->(:Conflict {id: row.key})
OPTIONAL MATCH (:Fact)-[r:REPORTS]->(acc)
DELETE r
WITH DISTINCT acc, row WHERE NOT acc.id IN row.accounts
DETACH DELETE acc
