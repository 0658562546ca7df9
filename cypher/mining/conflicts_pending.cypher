// purpose: Conflicts whose facts, sources or edges aren't the ones that their accounts were made of.
// parameters: fingerprint (string), after (string), limit (integer)
// returns: key, slot, subject, attribute, claims (list of [fact, document, voice, value_json]), edges (list of [type, fact,
//          fact]), seen (list of string)
// example: {"fingerprint": "f", "after": "", "limit": 10}
MATCH (c:Conflict) WHERE c.id > $after AND c.benchmark IS NULL
CALL (c) {
  MATCH (c)-[:CONTESTS]->(:Slot)<-[:FILLS]-(f:Fact)<-[:STATES]-(d:Document)
  WITH f, d ORDER BY f.id
  RETURN collect([f.id, d.id, coalesce(d.dup_group, d.id), f.value_json]) AS claims
}
CALL (c) {
  MATCH (c)-[:CONTESTS]->(:Slot)<-[:FILLS]-(f:Fact)<-[:STATES]-(:Document)-[r:CONFLICTS_WITH|SUPPORTS]->(:Document)
  WHERE r.fact_a = f.id
  WITH DISTINCT type(r) AS kind, r.fact_a AS a, r.fact_b AS b ORDER BY kind, a, b
  RETURN collect([kind, a, b]) AS edges
}
WITH c, claims, edges,
     [claim IN claims | claim[0] + ' ' + claim[2]] + [edge IN edges | edge[0] + ' ' + edge[1] + ' ' + edge[2]] AS seen
WHERE coalesce(c.conflicts_fingerprint, '') <> $fingerprint OR coalesce(c.conflicts_status, 'error') = 'error'
   OR coalesce(c.seen, []) <> seen
WITH c, claims, edges, seen ORDER BY c.id LIMIT $limit
OPTIONAL MATCH (c)-[:CONTESTS]->(s:Slot) WHERE s.key = c.slot
RETURN c.id AS key, c.slot AS slot, s.subject AS subject, s.attribute AS attribute, claims, edges, seen
ORDER BY key
