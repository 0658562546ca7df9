// purpose: Removes conflicts that have no conflict edge any more, with their accounts and the questions that no model has answered.
// parameters: rows (list of {key})
// returns: nothing
// example: {"rows": [{"key": "c1"}]}
UNWIND $rows AS row
MATCH (c:Conflict {id: row.key})
OPTIONAL MATCH (c)<-[:ACCOUNT_OF|ASKS]-(part) WHERE NOT EXISTS { (part)<-[:ANSWERS]-(:Response) }
DETACH DELETE part, c
