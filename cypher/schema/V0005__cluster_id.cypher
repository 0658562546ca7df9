// purpose: No two Cluster nodes have the same id.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT cluster_id IF NOT EXISTS FOR (n:Cluster) REQUIRE n.id IS UNIQUE
