// purpose: Recall counts of all accounts.
// parameters: none
// returns: value, judges, n_asked, n_recalled, runs_asked, runs_recalled
// example: {}
MATCH (acc:Account)
RETURN acc.value AS value, acc.judges AS judges, acc.n_asked AS n_asked, acc.n_recalled AS n_recalled,
       acc.runs_asked AS runs_asked, acc.runs_recalled AS runs_recalled
