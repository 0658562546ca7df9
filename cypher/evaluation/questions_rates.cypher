// purpose: Writes outcome counts and rates on questions: lists in the order of the judges in `judges`.
// parameters: rows (list of {key, judges, n_complete, n_partial, n_failed, n_unscored, rate_complete, rate_partial, rate_failed})
// returns: nothing
// example: {"rows": [{"key": "q100001", "judges": ["offline"], "n_complete": [1], "n_partial": [2], "n_failed": [1],
//          "n_unscored": [0], "rate_complete": [0.25], "rate_partial": [0.5], "rate_failed": [0.25]}]}
UNWIND $rows AS row
MATCH (q:Question {id: row.key})
SET q.judges = row.judges, q.n_complete = row.n_complete, q.n_partial = row.n_partial, q.n_failed = row.n_failed,
    q.n_unscored = row.n_unscored, q.rate_complete = row.rate_complete, q.rate_partial = row.rate_partial,
    q.rate_failed = row.rate_failed
