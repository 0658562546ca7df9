// purpose: Writes what is known of conflicts as a whole; their questions become pending again.
// parameters: rows (list of {key, subject, attribute, n_accounts, n_undecided, seen}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "c1", "subject": "Nobody", "attribute": "age", "n_accounts": 2, "n_undecided": 0, "seen": ["f1 d1"]}],
//          "fingerprint": "f"}
UNWIND $rows AS row
MATCH (c:Conflict {id: row.key})
SET c.subject = row.subject, c.attribute = row.attribute, c.n_accounts = row.n_accounts,
    c.n_undecided = row.n_undecided, c.seen = row.seen, c.questions_fingerprint = null
