// purpose: Finds clusters whose size is to be counted again.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX cluster_touched IF NOT EXISTS FOR (n:Cluster) ON (n.touched)
