// purpose: Finds the centroids of clusters that were founded under some settings.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX cluster_fingerprint IF NOT EXISTS FOR (n:Cluster) ON (n.fingerprint)
