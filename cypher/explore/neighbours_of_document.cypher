// purpose: The documents that support or contradict a document, and on what.
// parameters: document (document: its id), limit (integer: how many rows at most) = 20
// returns: relation, neighbour, subject, attribute, value (of the document), other (value of the neighbour), confidence, method
// example: {"document": "a100001", "limit": 20}
MATCH (d:Document {id: $document})-[r:SUPPORTS|CONFLICTS_WITH]-(o:Document)
WITH r, o, startNode(r).id = $document AS is_first
RETURN CASE type(r) WHEN 'SUPPORTS' THEN 'supports' ELSE 'conflicts with' END AS relation, o.id AS neighbour, r.subject AS subject,
       r.attribute AS attribute, CASE WHEN is_first THEN r.value_a ELSE r.value_b END AS value,
       CASE WHEN is_first THEN r.value_b ELSE r.value_a END AS other, r.confidence AS confidence, r.method AS method
ORDER BY relation, subject, attribute, neighbour LIMIT $limit
