// purpose: The pairs of documents that were compared and in which nothing was found, best scores first.
// parameters: limit (integer: how many rows at most) = 20
// returns: document, other, via (why the pair was worth it), score
// example: {"limit": 20}
MATCH (a:Document)-[p:CANDIDATE]->(b:Document)
WHERE p.relations_status = 'ok' AND NOT EXISTS { (a)-[:SUPPORTS|CONFLICTS_WITH]-(b) }
RETURN a.id AS document, b.id AS other, p.via AS via, p.score AS score
ORDER BY score DESC, document, other LIMIT $limit
