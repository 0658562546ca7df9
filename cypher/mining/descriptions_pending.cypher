// purpose: Conflicts without a description under this fingerprint, or whose facts or edges aren't the described ones.
// parameters: fingerprint (string), after (string), limit (integer)
// returns: key, subject, attribute, surfaces, accounts, evidence, documents, seen
// example: {"fingerprint": "f", "after": "", "limit": 10}
MATCH (c:Conflict) WHERE c.id > $after AND c.n_accounts > 1
  AND (coalesce(c.descriptions_fingerprint, '') <> $fingerprint OR NOT c.descriptions_status IN ['ok', 'filtered']
       OR coalesce(c.described, []) <> c.seen)
WITH c ORDER BY c.id LIMIT $limit
CALL (c) {
  MATCH (c)<-[:ACCOUNT_OF]-(acc:Account)
  RETURN collect({id: acc.id, value_json: acc.value_json, side: acc.side, n_documents: acc.n_documents,
                  n_sources: acc.n_sources}) AS accounts
}
CALL (c) {
  MATCH (c)<-[:ACCOUNT_OF]-(acc:Account)<-[:REPORTS]-(f:Fact)<-[:STATES]-(d:Document)
  RETURN collect({account: acc.id, document: d.id, statement: f.statement, subject: f.subject, start: f.start}) AS evidence
}
CALL (c) {
  MATCH (c)<-[:ACCOUNT_OF]-(:Account)<-[:REPORTS]-(:Fact)<-[:STATES]-(d:Document)
  WITH DISTINCT d
  RETURN collect({id: d.id, title: d.title, text: d.text}) AS documents
}
CALL (c) {
  MATCH (c)-[:CONTESTS]->(:Slot)-[:ABOUT]->(e:Entity)<-[m:MENTIONS]-(:Document)
  RETURN collect(DISTINCT m.surfaces) AS surfaces
}
RETURN c.id AS key, c.subject AS subject, c.attribute AS attribute, surfaces, accounts, evidence, documents, c.seen AS seen
ORDER BY key
