// purpose: The documents that a document was compared with, why, and what came of it.
// parameters: document (document: its id), limit (integer: how many rows at most) = 20
// returns: other, via (why the pair was worth it), score, status, supports (support edges), conflicts (conflict edges)
// example: {"document": "a100001", "limit": 20}
MATCH (d:Document {id: $document})-[p:CANDIDATE]-(o:Document)
RETURN o.id AS other, p.via AS via, p.score AS score, coalesce(p.relations_status, 'pending') AS status,
       COUNT { (d)-[:SUPPORTS]-(o) } AS supports, COUNT { (d)-[:CONFLICTS_WITH]-(o) } AS conflicts
ORDER BY score DESC, other LIMIT $limit
