// purpose: The questions asked about an entity, with what became of them.
// parameters: entity (entity: its name in any spelling), limit (integer: how many rows at most) = 20
// returns: question (id), formulation, text, status, reason, conflict
// example: {"entity": "ada 100001", "limit": 20}
MATCH (e:Entity {key: $entity})<-[:ABOUT]-(:Slot)<-[:CONTESTS]-(c:Conflict)<-[:ASKS]-(q:Question)
WITH DISTINCT c, q
RETURN q.id AS question, q.formulation AS formulation, q.question AS text, q.status AS status, q.reason AS reason, c.id AS conflict
ORDER BY conflict, formulation DESC, question LIMIT $limit
