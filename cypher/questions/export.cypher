// purpose: Conflicts whose questions are fit for release, with the questions, the accounts and every statement behind them.
// parameters: after (string), limit (integer)
// returns: key, subject, attribute, mechanism, fields (one a document and knowledge point), questions, accounts, evidence, documents
// example: {"after": "", "limit": 10}
MATCH (c:Conflict) WHERE c.id > $after AND c.questions_fingerprint IS NOT NULL
  AND EXISTS { (c)<-[:ASKS]-(:Question {status: 'ok'}) }
WITH c ORDER BY c.id LIMIT $limit
CALL (c) {
  MATCH (c)<-[:ASKS]-(q:Question {status: 'ok'})
  RETURN collect({id: q.id, formulation: q.formulation, question: q.question, model: q.model, prompt: q.prompt,
                  checked_model: q.checked_model, checked_prompt: q.checked_prompt}) AS questions
}
CALL (c) {
  MATCH (c)<-[:ACCOUNT_OF]-(acc:Account)
  RETURN collect({id: acc.id, value_json: acc.value_json, side: acc.side, n_documents: acc.n_documents,
                  n_sources: acc.n_sources}) AS accounts
}
CALL (c) {
  MATCH (c)<-[:ACCOUNT_OF]-(acc:Account)<-[:REPORTS]-(f:Fact)<-[:STATES]-(d:Document)
  RETURN collect({fact: f.id, account: acc.id, document: d.id, url: d.url, dup_group: d.dup_group, subject: f.subject,
                  statement: f.statement, start: f.start, end: f.end, value_start: f.value_start, value_end: f.value_end,
                  qualifiers_json: f.qualifiers_json}) AS evidence
}
CALL (c) {
  MATCH (c)<-[:ACCOUNT_OF]-(:Account)<-[:REPORTS]-(:Fact)<-[:STATES]-(d:Document)
  WITH DISTINCT d
  RETURN collect({id: d.id, text: d.text}) AS documents
}
CALL (c) {
  MATCH (c)<-[:ACCOUNT_OF]-(:Account)<-[:REPORTS]-(:Fact)<-[:STATES]-(d:Document)-[:LABELED]->(k:KnowledgePoint)
  WITH DISTINCT d, k
  RETURN collect(k.field) AS fields
}
RETURN c.id AS key, c.subject AS subject, c.attribute AS attribute, c.mechanism AS mechanism, fields, questions, accounts, evidence, documents
ORDER BY key
