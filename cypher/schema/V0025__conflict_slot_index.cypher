// purpose: Finds the conflict of a slot without a scan.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX conflict_slot IF NOT EXISTS FOR (n:Conflict) ON (n.slot)
