// purpose: Finds clusters that a kill left without some of their entities.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX cluster_open IF NOT EXISTS FOR (n:Cluster) ON (n.open)
