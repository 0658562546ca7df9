// purpose: Whether there is a cluster of this id.
// parameters: key (string)
// returns: key
// example: {"key": "x"}
MATCH (n:Cluster {id: $key})
RETURN n.id AS key
