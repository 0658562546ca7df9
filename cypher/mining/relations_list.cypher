// purpose: All relations by the first document of each, for export.
// parameters: after (string), limit (integer)
// returns: key, edges (list of [relation, other document, subject, attribute, value_a, value_b, quote_a, quote_b, method,
//          model, prompt, confidence])
// example: {"after": "", "limit": 10}
MATCH (a:Document) WHERE a.id > $after
WITH a ORDER BY a.id LIMIT $limit
CALL (a) {
  MATCH (a)-[r:SUPPORTS|CONFLICTS_WITH]->(b:Document)
  WITH r, b ORDER BY b.id, r.slot
  RETURN collect([type(r), b.id, r.subject, r.attribute, r.value_a, r.value_b, r.quote_a, r.quote_b, r.method, r.model,
                  r.prompt, r.confidence]) AS edges
}
RETURN a.id AS key, edges
ORDER BY key
