// purpose: The entities that a document mentions, with how much is contested about each.
// parameters: document (document: its id), limit (integer: how many rows at most) = 20
// returns: entity, name, type, mentions, documents (that mention it), conflicts
// example: {"document": "a100001", "limit": 20}
MATCH (d:Document {id: $document})-[m:MENTIONS]->(e:Entity)
RETURN e.key AS entity, e.name AS name, e.type AS type, m.count AS mentions, COUNT { (e)<-[:MENTIONS]-(:Document) } AS documents,
       COUNT { MATCH (e)<-[:ABOUT]-(:Slot)<-[:CONTESTS]-(c:Conflict) RETURN DISTINCT c } AS conflicts
ORDER BY mentions DESC, entity LIMIT $limit
