// purpose: The entities about which most is contested.
// parameters: limit (integer: how many rows at most) = 20
// returns: entity, name, type, conflicts, documents (that mention it)
// example: {"limit": 20}
MATCH (c:Conflict)-[:CONTESTS]->(:Slot)-[:ABOUT]->(e:Entity) WHERE c.n_accounts > 1
WITH e, count(DISTINCT c) AS conflicts
RETURN e.key AS entity, e.name AS name, e.type AS type, conflicts, COUNT { (e)<-[:MENTIONS]-(:Document) } AS documents
ORDER BY conflicts DESC, documents DESC, entity LIMIT $limit
