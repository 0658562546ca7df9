// purpose: Finds the questions of an imported benchmark without a scan.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX question_benchmark IF NOT EXISTS FOR (n:Question) ON (n.benchmark)
