// purpose: Finds the question of a benchmark's item without a scan.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX question_benchmark_id IF NOT EXISTS FOR (n:Question) ON (n.benchmark_id)
