// purpose: Finds facts of one slot without a scan.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX fact_slot IF NOT EXISTS FOR (n:Fact) ON (n.slot)
