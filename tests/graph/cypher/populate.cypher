// purpose: A graph with nodes of every label and relationships of every type, in `count` chains.
// parameters: count (integer)
// returns: nothing
// example: {"count": 1}
UNWIND range(1, $count) AS i
WITH toString(100000 + i) AS n
CREATE (a:Document {id: 'a' + n, text: 'Ada was born in 1910.', url: 'https://example.org/a' + n, corpus: 'test',
  partition: 'high', dup_group: 'a' + n, entities_fingerprint: 'old', entities_status: 'ok',
  facts_fingerprint: 'old', facts_status: 'ok', candidates_fingerprint: 'old', candidates_status: 'ok',
  knowledge_points_fingerprint: 'old', knowledge_points_status: 'ok'})
CREATE (b:Document {id: 'b' + n, text: 'Ada was born in 1911.', url: 'https://example.org/b' + n, corpus: 'test',
  partition: 'low', dup_group: 'b' + n})
CREATE (e:Entity {key: 'ada ' + n, name: 'Ada', type: 'PERSON', n_documents: 2})
CREATE (k:KnowledgePoint {path: 'History / People / ' + n, discipline: 'History', field: 'People', subfield: n})
CREATE (c:Cluster {id: 'c' + n, method: 'graph', size: 2})
CREATE (s:Slot {key: 'ada ' + n + ' | born', subject: 'ada ' + n, attribute: 'born'})
CREATE (fa:Fact {id: 'fa' + n, document_id: a.id, subject: 'Ada', subject_key: e.key, attribute: 'born', slot: s.key,
  value: '1910', value_kind: 'date', statement: a.text, start: 0, end: 21, value_start: 16, value_end: 20})
CREATE (fb:Fact {id: 'fb' + n, document_id: b.id, subject: 'Ada', subject_key: e.key, attribute: 'born', slot: s.key,
  value: '1911', value_kind: 'date', statement: b.text, start: 0, end: 21, value_start: 16, value_end: 20})
CREATE (x:Conflict {id: 'x' + n, slot: s.key, subject: 'Ada', attribute: 'born', n_accounts: 2})
CREATE (xa:Account {id: 'xa' + n, value: '1910', n_documents: 1, n_sources: 1, side: 'tie'})
CREATE (xb:Account {id: 'xb' + n, value: '1911', n_documents: 1, n_sources: 1, side: 'tie'})
CREATE (ch:Change {id: 'ch' + n, at: '2026-01-01T00:00:00.000+00:00',
  sort_key: '2026-01-01T00:00:00.000+00:00 ch' + n, kind: 'appeared', conflict: x.id, slot: s.key, subject: 'Ada',
  attribute: 'born', before: '[]', after: '[]'})
CREATE (q:Question {id: 'q' + n, formulation: 'named_entity', question: 'When was Ada born?', status: 'ok'})
CREATE (v:Evidence {id: 'v' + n})
CREATE (w:Review {id: 'w' + n})
CREATE (r:Run {id: 'r' + n})
CREATE (o:Response {id: 'o' + n})
CREATE (j:Judgment {id: 'j' + n})
CREATE (p:ProbeFact {id: 'p' + n})
CREATE (t:Task {id: 't' + n})
CREATE (a)-[:MENTIONS {count: 1, first: 0}]->(e), (b)-[:MENTIONS {count: 1, first: 0}]->(e),
  (a)-[:LABELED {confidence: 0.5}]->(k), (b)-[:LABELED {confidence: 0.5}]->(k),
  (a)-[:IN_CLUSTER {score: 0.5}]->(c), (b)-[:IN_CLUSTER {score: 0.5}]->(c),
  (a)-[:STATES]->(fa), (b)-[:STATES]->(fb), (fa)-[:FILLS]->(s), (fb)-[:FILLS]->(s), (s)-[:ABOUT]->(e),
  (a)-[:CANDIDATE {via: ['entity'], score: 0.5}]->(b),
  (a)-[:CONFLICTS_WITH {slot: s.key, fact_a: fa.id, fact_b: fb.id, confidence: 0.9}]->(b),
  (a)-[:SUPPORTS {slot: 'other', fact_a: fa.id, fact_b: fb.id, confidence: 0.9}]->(b),
  (fa)-[:REPORTS]->(xa), (fb)-[:REPORTS]->(xb), (xa)-[:ACCOUNT_OF]->(x), (xb)-[:ACCOUNT_OF]->(x),
  (x)-[:CONTESTS]->(s), (ch)-[:CAUSED_BY]->(b), (q)-[:ASKS]->(x), (xa)-[:VERIFIED_BY]->(v), (w)-[:REVIEWS]->(x),
  (r)-[:PRODUCED]->(o), (o)-[:ANSWERS]->(q), (j)-[:JUDGES]->(o), (j)-[:COVERS]->(xa),
  (r)-[:PROFILES {profile: 'encoded'}]->(p), (t)-[:PROBES]->(p), (p)-[:FROM]->(a)
