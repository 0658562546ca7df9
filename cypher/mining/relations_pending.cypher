// purpose: Candidate pairs without a relation under this fingerprint, with both texts and their facts. The key is both ids with a
//          tab between them, which sorts before every letter: so the pairs of a document stand together, in the order of its id.
// parameters: fingerprint (string), after (string), limit (integer)
// returns: key, a, b, text_a, text_b, title_a, title_b, facts_a, facts_b (lists of maps)
// example: {"fingerprint": "f", "after": "", "limit": 10}
MATCH (a:Document)
WHERE a.id >= split($after, '\t')[0]
  AND EXISTS {
    MATCH (a)-[c:CANDIDATE]->(b:Document)
    WHERE a.id + '\t' + b.id > $after
      AND (coalesce(c.relations_fingerprint, '') <> $fingerprint OR NOT c.relations_status IN ['ok', 'filtered'])
  }
WITH a ORDER BY a.id LIMIT $limit
MATCH (a)-[c:CANDIDATE]->(b:Document)
WHERE a.id + '\t' + b.id > $after
  AND (coalesce(c.relations_fingerprint, '') <> $fingerprint OR NOT c.relations_status IN ['ok', 'filtered'])
WITH a, b, a.id + '\t' + b.id AS key
ORDER BY key LIMIT $limit
CALL (a) {
  MATCH (a)-[:STATES]->(f:Fact) WHERE f.method <> 'pair'
  RETURN collect({document: f.document_id, subject: f.subject, subject_key: f.subject_key, attribute: f.attribute,
    value: f.value, value_json: f.value_json, statement: f.statement, start: f.start, end: f.end,
    value_start: f.value_start, value_end: f.value_end, qualifiers_json: f.qualifiers_json, method: f.method,
    confidence: f.confidence}) AS facts_a
}
CALL (b) {
  MATCH (b)-[:STATES]->(f:Fact) WHERE f.method <> 'pair'
  RETURN collect({document: f.document_id, subject: f.subject, subject_key: f.subject_key, attribute: f.attribute,
    value: f.value, value_json: f.value_json, statement: f.statement, start: f.start, end: f.end,
    value_start: f.value_start, value_end: f.value_end, qualifiers_json: f.qualifiers_json, method: f.method,
    confidence: f.confidence}) AS facts_b
}
RETURN key, a.id AS a, b.id AS b, a.text AS text_a, b.text AS text_b, a.title AS title_a, b.title AS title_b, facts_a, facts_b
ORDER BY key
