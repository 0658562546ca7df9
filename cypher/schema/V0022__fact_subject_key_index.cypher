// purpose: Finds facts about one subject without a scan.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX fact_subject_key IF NOT EXISTS FOR (n:Fact) ON (n.subject_key)
