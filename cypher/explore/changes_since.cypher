// purpose: What happened to conflicts since a day or moment, latest first, with the documents that did it.
// parameters: since (date: the first day, or moment in UTC), limit (integer: how many rows at most) = 20
// returns: at, kind, conflict, subject, attribute, documents
// example: {"since": "2026-01-01", "limit": 20}
MATCH (ch:Change) WHERE ch.at >= $since
OPTIONAL MATCH (ch)-[:CAUSED_BY]->(d:Document)
WITH ch, d ORDER BY d.id
WITH ch, collect(d.id) AS documents
RETURN ch.at AS at, ch.kind AS kind, ch.conflict AS conflict, ch.subject AS subject, ch.attribute AS attribute, documents
ORDER BY at DESC, conflict, kind LIMIT $limit
