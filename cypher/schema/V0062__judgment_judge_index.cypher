// purpose: Finds the judgments of a judge without a scan.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX judgment_judge IF NOT EXISTS FOR (n:Judgment) ON (n.judge)
