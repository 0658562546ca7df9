// purpose: The pairs of documents that wait to be compared, or whose comparison failed.
// parameters: limit (integer: how many rows at most) = 20
// returns: document, other, status, note, score
// example: {"limit": 20}
MATCH (a:Document)-[p:CANDIDATE]->(b:Document)
WHERE p.relations_status IS NULL OR p.relations_status <> 'ok'
RETURN a.id AS document, b.id AS other, coalesce(p.relations_status, 'pending') AS status, coalesce(p.relations_note, '') AS note,
       p.score AS score
ORDER BY score DESC, document, other LIMIT $limit
