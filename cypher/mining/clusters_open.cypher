// purpose: Clusters that a kill left without some of their entities.
// parameters: none
// returns: key
// example: {}
MATCH (c:Cluster {open: 'yes'})
RETURN c.id AS key
