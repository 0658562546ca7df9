// purpose: Outcome counts and rates of an item's question.
// parameters: benchmark_id (string)
// returns: judges, n_complete, n_partial, n_failed, n_unscored, rate_complete, rate_partial, rate_failed
// example: {"benchmark_id": "b"}
MATCH (q:Question {benchmark_id: $benchmark_id})
RETURN q.judges AS judges, q.n_complete AS n_complete, q.n_partial AS n_partial, q.n_failed AS n_failed,
       q.n_unscored AS n_unscored, q.rate_complete AS rate_complete, q.rate_partial AS rate_partial,
       q.rate_failed AS rate_failed
