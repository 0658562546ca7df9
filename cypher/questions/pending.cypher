// purpose: Conflicts without questions under this fingerprint, or with other facts about their subject than before; each
//          with its accounts, the statements behind them, and the other facts about the subject.
// parameters: fingerprint (string), after (string), limit (integer)
// returns: key, subject, attribute, described_subject, described_attribute, real, real_reason, entity_type, surfaces, accounts,
//          evidence, side_facts, documents, n_facts
// example: {"fingerprint": "f", "after": "", "limit": 10}
MATCH (c:Conflict) WHERE c.id > $after AND c.n_accounts > 1
CALL (c) {
  MATCH (c)-[:CONTESTS]->(:Slot)-[:ABOUT]->(e:Entity)<-[:ABOUT]-(s:Slot)<-[:FILLS]-(f:Fact)
  RETURN count(DISTINCT f) AS n_facts
}
WITH c, n_facts
WHERE coalesce(c.questions_fingerprint, '') <> $fingerprint OR NOT coalesce(c.questions_status, 'error') IN ['ok', 'filtered']
   OR coalesce(c.n_facts, -1) <> n_facts
WITH c, n_facts ORDER BY c.id LIMIT $limit
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
  MATCH (c)-[:CONTESTS]->(:Slot)-[:ABOUT]->(e:Entity)
  WITH DISTINCT e
  OPTIONAL MATCH (e)<-[m:MENTIONS]-(:Document)
  RETURN min(e.type) AS entity_type, collect(DISTINCT m.surfaces) AS surfaces
}
CALL (c) {
  MATCH (c)-[:CONTESTS]->(:Slot)-[:ABOUT]->(e:Entity)<-[:ABOUT]-(s:Slot)<-[:FILLS]-(f:Fact)
  WHERE NOT EXISTS { (s)<-[:CONTESTS]-(:Conflict) }
  WITH DISTINCT f ORDER BY f.id LIMIT 500
  RETURN collect({attribute: f.attribute, value_json: f.value_json, document: f.document_id,
                  statement: f.statement, start: f.start, value_start: f.value_start,
                  qualifiers_json: f.qualifiers_json}) AS side_facts
}
RETURN c.id AS key, c.subject AS subject, c.attribute AS attribute, c.described_subject AS described_subject,
       c.described_attribute AS described_attribute, c.real AS real, c.real_reason AS real_reason, entity_type,
       surfaces, accounts, evidence, side_facts, documents, n_facts
ORDER BY key
