// purpose: The entities whose name has these words in it, those that most documents mention first.
// parameters: words (string: some of the name), limit (integer: how many rows at most) = 20
// returns: entity, name, type, documents (that mention it), conflicts
// example: {"words": "ada", "limit": 20}
MATCH (e:Entity) WHERE e.key CONTAINS toLower($words) OR toLower(e.name) CONTAINS toLower($words)
RETURN e.key AS entity, e.name AS name, e.type AS type, COUNT { (e)<-[:MENTIONS]-(:Document) } AS documents,
       COUNT { MATCH (e)<-[:ABOUT]-(:Slot)<-[:CONTESTS]-(c:Conflict) RETURN DISTINCT c } AS conflicts
ORDER BY documents DESC, entity LIMIT $limit
