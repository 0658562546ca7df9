// purpose: Finds slots of one subject without a scan.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX slot_subject IF NOT EXISTS FOR (n:Slot) ON (n.subject)
