// purpose: Finds one partition without a scan.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX document_partition IF NOT EXISTS FOR (n:Document) ON (n.partition)
