// purpose: Finds changes by time without a scan.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX change_at IF NOT EXISTS FOR (n:Change) ON (n.at)
