// purpose: Finds questions by status without a scan.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX question_status IF NOT EXISTS FOR (n:Question) ON (n.status)
