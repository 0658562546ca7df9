// purpose: All relations by the first document of each, for export.
// parameters: after (string), limit (integer)
// returns: key, edges (list of [other document, slot, relation, subject, attribute, value_a, value_b, quote_a, quote_b,
//          method, model, prompt, confidence], in no order)
// example: {"after": "", "limit": 10}
MATCH (a:Document)
WHERE a.id > $after
RETURN a.id AS key,
       [(a)-[r:SUPPORTS|CONFLICTS_WITH]->(b:Document) |
        [b.id, r.slot, type(r), r.subject, r.attribute, r.value_a, r.value_b, r.quote_a, r.quote_b,
         r.method, r.model, r.prompt, r.confidence]] AS edges
ORDER BY key LIMIT $limit
