// purpose: What a single independent source says about an entity: facts whose slot nobody else fills; copies don't count as
//         others.
// parameters: entity (entity: its name in any spelling), limit (integer: how many rows at most) = 20
// returns: attribute, value, document, copies (further documents with the fact, near duplicates of this one), quote, fact
// example: {"entity": "ada 100001", "limit": 20}
MATCH (e:Entity {key: $entity})<-[:ABOUT]-(s:Slot)<-[:FILLS]-(f:Fact)<-[:STATES]-(d:Document)
WITH s, f, d ORDER BY d.id, f.start
WITH s, count(DISTINCT coalesce(d.dup_group, d.id)) AS sources, count(DISTINCT d) AS documents, collect(f) AS facts
WHERE sources = 1
WITH documents, head(facts) AS f
RETURN f.attribute AS attribute, f.value AS value, f.document_id AS document, documents - 1 AS copies, f.statement AS quote, f.id AS fact
ORDER BY attribute, value LIMIT $limit
