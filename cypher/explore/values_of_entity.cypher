// purpose: The values that documents give for the attributes of an entity, with how many independent sources give each.
// parameters: entity (entity: its name in any spelling), attribute (string: only this attribute) = null, limit (integer: how
//         many rows at most) = 20
// returns: attribute, value, sources (near-duplicate groups), documents, contested
// example: {"entity": "ada 100001", "attribute": null, "limit": 20}
MATCH (e:Entity {key: $entity})<-[:ABOUT]-(s:Slot)<-[:FILLS]-(f:Fact)<-[:STATES]-(d:Document)
WHERE $attribute IS NULL OR s.attribute = $attribute
WITH s, f.value AS value, d ORDER BY d.id
WITH s, value, count(DISTINCT coalesce(d.dup_group, d.id)) AS sources, collect(DISTINCT d.id) AS documents
RETURN s.attribute AS attribute, value, sources, documents,
       CASE WHEN EXISTS { (s)<-[:CONTESTS]-(:Conflict) } THEN 'yes' ELSE 'no' END AS contested
ORDER BY attribute, sources DESC, value LIMIT $limit
