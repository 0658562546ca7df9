// purpose: Documents without proposals under this fingerprint, and for each the documents it shares most with: rare terms,
//          entities and slots. Copies of other documents are left out, and so is what more than hub documents share. A shared
//          thing weighs as much as it's rare: 1 when only two documents have it, 0 when all have.
// parameters: fingerprint (string), round (string), hub (integer), n (float, documents of the graph), after (string),
//             limit (integer)
// returns: key, original (id of the document it's a copy of, or its own), n_terms, text, entity, slot (lists of [id, weight,
//          n_terms])
// example: {"fingerprint": "f", "round": "00000001", "hub": 50, "n": 3.0, "after": "", "limit": 10}
MATCH (d:Document)
WHERE d.id > $after
  AND (coalesce(d.candidates_fingerprint, '') <> $fingerprint OR NOT d.candidates_status IN ['ok', 'filtered'])
WITH d ORDER BY d.id LIMIT $limit
CALL (d) {
  MATCH (d)-[u:USES]->(t:Term) WHERE t.n_documents <= $hub
  MATCH (t)<-[v:USES]-(o:Document) WHERE o.id <> d.id AND coalesce(o.dup_group, o.id) = o.id
  WITH o.id AS other, o.n_terms AS length, sum(u.weight * v.weight * (log($n / t.n_documents) / log($n / 2)) ^ 3) AS weight
  ORDER BY weight DESC, other LIMIT 40
  RETURN collect([other, weight, length]) AS text
}
CALL (d) {
  MATCH (d)-[:MENTIONS]->(e:Entity) WHERE e.n_documents <= $hub
  MATCH (e)<-[:MENTIONS]-(o:Document) WHERE o.id <> d.id AND coalesce(o.dup_group, o.id) = o.id
  WITH o.id AS other, o.n_terms AS length, sum((log($n / e.n_documents) / log($n / 2)) ^ 3) AS weight
  ORDER BY weight DESC, other LIMIT 40
  RETURN collect([other, weight, length]) AS entity
}
CALL (d) {
  MATCH (d)-[:STATES]->(:Fact)-[:FILLS]->(s:Slot)
  WITH DISTINCT d, s, COUNT { (s)<-[:FILLS]-(:Fact) } AS n_facts WHERE n_facts <= $hub
  MATCH (s)<-[:FILLS]-(:Fact)<-[:STATES]-(o:Document) WHERE o.id <> d.id AND coalesce(o.dup_group, o.id) = o.id
  WITH DISTINCT o, s, n_facts
  WITH o.id AS other, o.n_terms AS length, sum((log($n / CASE WHEN n_facts > $n THEN $n ELSE n_facts END) / log($n / 2)) ^ 3) AS weight
  ORDER BY weight DESC, other LIMIT 40
  RETURN collect([other, weight, length]) AS slot
}
RETURN d.id AS key, coalesce(d.dup_group, d.id) AS original, d.n_terms AS n_terms, text, entity, slot
ORDER BY key
