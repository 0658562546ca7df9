// purpose: Some documents with the facts that each states by itself.
// parameters: ids (list of string)
// returns: key, text, title, facts (list of maps)
// example: {"ids": ["d1"]}
UNWIND $ids AS id
MATCH (d:Document {id: id})
CALL (d) {
  MATCH (d)-[:STATES]->(f:Fact) WHERE f.method <> 'pair'
  RETURN collect({document: f.document_id, subject: f.subject, subject_key: f.subject_key, attribute: f.attribute,
    value: f.value, value_json: f.value_json, statement: f.statement, start: f.start, end: f.end,
    value_start: f.value_start, value_end: f.value_end, qualifiers_json: f.qualifiers_json, method: f.method,
    confidence: f.confidence, model: f.model, prompt: f.prompt}) AS facts
}
RETURN d.id AS key, d.text AS text, d.title AS title, facts
ORDER BY key
