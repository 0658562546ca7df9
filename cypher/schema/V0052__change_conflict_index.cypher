// purpose: Finds the changes of a conflict without a scan.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX change_conflict IF NOT EXISTS FOR (n:Change) ON (n.conflict)
