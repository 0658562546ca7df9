// purpose: The topic clusters, largest first, with the entities that most of their documents mention.
// parameters: limit (integer: how many rows at most) = 20
// returns: cluster, method, size, entities (mentioned by most of its documents)
// example: {"limit": 20}
MATCH (t:Cluster) WHERE t.size > 0
WITH t ORDER BY t.size DESC, t.id LIMIT $limit
OPTIONAL MATCH (t)<-[:IN_CLUSTER]-(:Document)-[:MENTIONS]->(e:Entity)
WITH t, e, count(*) AS n ORDER BY n DESC, e.key
WITH t, collect(e.name)[0..3] AS entities
RETURN t.id AS cluster, t.method AS method, t.size AS size, entities
ORDER BY size DESC, cluster
