// purpose: Writes recall counts on accounts: lists in the order of the judges in `judges`.
// parameters: rows (list of {key, judges, n_asked, n_recalled, runs_asked, runs_recalled})
// returns: nothing
// example: {"rows": [{"key": "xa100001", "judges": ["offline"], "n_asked": [4], "n_recalled": [1], "runs_asked": [2],
//          "runs_recalled": [1]}]}
UNWIND $rows AS row
MATCH (acc:Account {id: row.key})
SET acc.judges = row.judges, acc.n_asked = row.n_asked, acc.n_recalled = row.n_recalled, acc.runs_asked = row.runs_asked,
    acc.runs_recalled = row.runs_recalled
