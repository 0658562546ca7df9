// purpose: Records how many facts about its subject a conflict's questions were made from.
// parameters: rows (list of {key, n_facts}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "c1", "n_facts": 3}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (c:Conflict {id: row.key})
SET c.n_facts = row.n_facts
