// purpose: The documents of a topic cluster, those most typical of it first.
// parameters: cluster (cluster: its id), limit (integer: how many rows at most) = 20
// returns: document, title, score, conflicts (in which it reports an account), url
// example: {"cluster": "c100001", "limit": 20}
MATCH (t:Cluster {id: $cluster})<-[r:IN_CLUSTER]-(d:Document)
RETURN d.id AS document, d.title AS title, r.score AS score,
       COUNT { MATCH (d)-[:STATES]->(:Fact)-[:REPORTS]->(:Account)-[:ACCOUNT_OF]->(c:Conflict) RETURN DISTINCT c } AS conflicts,
       d.url AS url
ORDER BY score DESC, document LIMIT $limit
