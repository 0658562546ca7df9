// purpose: Finds near-duplicate groups without a scan.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX document_dup_group IF NOT EXISTS FOR (n:Document) ON (n.dup_group)
