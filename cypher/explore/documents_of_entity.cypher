// purpose: The documents that mention an entity, those that do it most often first.
// parameters: entity (entity: its name in any spelling), limit (integer: how many rows at most) = 20
// returns: document, title, mentions, surfaces (how it is written), facts (about the entity), url
// example: {"entity": "ada 100001", "limit": 20}
MATCH (e:Entity {key: $entity})<-[m:MENTIONS]-(d:Document)
RETURN d.id AS document, d.title AS title, m.count AS mentions, m.surfaces AS surfaces,
       COUNT { (d)-[:STATES]->(:Fact)-[:FILLS]->(:Slot)-[:ABOUT]->(e) } AS facts, d.url AS url
ORDER BY mentions DESC, document LIMIT $limit
