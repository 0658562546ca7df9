// purpose: Six documents about Ada and a lake, by hand: what is in it is drawn in tests/explore/test_named_queries.py.
// parameters: none
// returns: nothing
// example: {}
CREATE (d1:Document {id: 'd1', url: 'https://a.example.org/1', title: 'One', source: 'c.jsonl:1', partition: 'high', dup_group: 'd1',
    facts_status: 'ok', facts_note: ''}),
  (d2:Document {id: 'd2', url: 'https://a.example.org/2', title: 'Two', source: 'c.jsonl:2', partition: 'low', dup_group: 'd2',
    facts_status: 'ok', facts_note: ''}),
  (d3:Document {id: 'd3', url: 'https://b.example.org/1', title: 'Three', source: 'c.jsonl:3', partition: 'low', dup_group: 'd2',
    facts_status: 'ok', facts_note: ''}),
  (d4:Document {id: 'd4', url: 'https://b.example.org/2', title: 'Four', source: 'c.jsonl:4', partition: 'high', dup_group: 'd4',
    facts_status: 'ok', facts_note: ''}),
  (d5:Document {id: 'd5', url: 'https://c.example.org/1', title: 'Five', source: 'c.jsonl:5', partition: 'low', dup_group: 'd5',
    facts_status: 'ok', facts_note: ''}),
  (d6:Document {id: 'd6', title: 'Six', source: 'c.jsonl:6', partition: 'low', dup_group: 'd6', facts_status: 'filtered',
    facts_note: 'no parser for xx'})
CREATE (ada:Entity {key: 'ada', name: 'Ada', type: 'PERSON'}), (lake:Entity {key: 'lake', name: 'The Lake', type: 'LOC'}),
  (lives:KnowledgePoint {path: 'History / People / Lives'}), (lakes:KnowledgePoint {path: 'Science / Geography / Lakes'}),
  (t:Cluster {id: 't1', method: 'entities', size: 2})
CREATE (born:Slot {key: 'ada | born', subject: 'Ada', attribute: 'born'}),
  (died:Slot {key: 'ada | died', subject: 'Ada', attribute: 'died'}),
  (depth:Slot {key: 'lake | depth', subject: 'The Lake', attribute: 'depth'}),
  (born)-[:ABOUT]->(ada), (died)-[:ABOUT]->(ada), (depth)-[:ABOUT]->(lake)
CREATE (d1)-[:MENTIONS {count: 2, surfaces: ['Ada']}]->(ada), (d1)-[:MENTIONS {count: 1, surfaces: ['the Lake']}]->(lake),
  (d2)-[:MENTIONS {count: 1, surfaces: ['Ada', 'ADA']}]->(ada), (d3)-[:MENTIONS {count: 1, surfaces: ['Ada']}]->(ada),
  (d4)-[:MENTIONS {count: 3, surfaces: ['Lake']}]->(lake),
  (d1)-[:LABELED]->(lives), (d2)-[:LABELED]->(lives), (d2)-[:LABELED]->(lakes), (d4)-[:LABELED]->(lakes),
  (d1)-[:IN_CLUSTER {score: 0.9}]->(t), (d2)-[:IN_CLUSTER {score: 0.5}]->(t)
CREATE (x1:Conflict {id: 'x1', subject: 'Ada', attribute: 'born', slot: born.key, n_accounts: 2, questions_fingerprint: 'f',
    questions_status: 'ok', questions_note: ''}),
  (x2:Conflict {id: 'x2', subject: 'The Lake', attribute: 'depth', slot: depth.key, n_accounts: 2, questions_fingerprint: 'f',
    questions_status: 'filtered', questions_note: 'two of the answers are the same (30 m, 31 m)'}),
  (x1)-[:CONTESTS]->(born), (x2)-[:CONTESTS]->(depth)
CREATE (y1911:Account {id: 'y1911', value: '1911', n_documents: 3, n_sources: 2, side: 'majority'}),
  (y1910:Account {id: 'y1910', value: '1910', n_documents: 1, n_sources: 1, side: 'minority'}),
  (m30:Account {id: 'm30', value: '30 m', n_documents: 1, n_sources: 1, side: 'tie'}),
  (m31:Account {id: 'm31', value: '31 m', n_documents: 1, n_sources: 1, side: 'tie'}),
  (y1911)-[:ACCOUNT_OF]->(x1), (y1910)-[:ACCOUNT_OF]->(x1), (m30)-[:ACCOUNT_OF]->(x2), (m31)-[:ACCOUNT_OF]->(x2)
CREATE (q1:Question {id: 'q1', formulation: 'named_entity', question: 'When was Ada born?', status: 'ok', reason: ''}),
  (q2:Question {id: 'q2', formulation: 'clue_based', question: 'When was the author born?', status: 'ok', reason: ''}),
  (q3:Question {id: 'q3', formulation: 'named_entity', question: 'How deep is the Lake?', status: 'filtered',
    reason: 'two of the answers are the same'}),
  (q1)-[:ASKS]->(x1), (q2)-[:ASKS]->(x1), (q3)-[:ASKS]->(x2)
WITH d1, d2, d3, d4, d5, d6, born, died, depth, y1911, y1910, m30, m31
UNWIND [
  ['f1', d1, born, '1910', 'Ada was born in 1910.', 0, 16, y1910], ['f2', d2, born, '1911', 'Ada was born in 1911.', 0, 16, y1911],
  ['f3', d3, born, '1911', 'Ada was born in 1911.', 0, 16, y1911], ['f4', d4, born, '1911', 'Ada (born 1911) swam.', 40, 50, y1911],
  ['f5', d1, depth, '30 m', 'It is 30 m deep.', 30, 36, m30], ['f6', d4, depth, '31 m', 'It is 31 m deep.', 0, 6, m31],
  ['f7', d2, died, '1980', 'She died in 1980.', 22, 34, null], ['f8', d3, died, '1980', 'She died in 1980.', 22, 34, null],
  ['f9', d5, born, 'about 1910', 'Ada was born about 1910.', 0, 13, null]] AS row
WITH row[0] AS id, row[1] AS d, row[2] AS s, row[3] AS value, row[4] AS statement, row[5] AS start, row[6] AS value_start, row[7] AS acc,
  d1, d2, d3, d4, d5, d6
CREATE (d)-[:STATES]->(f:Fact {id: id, document_id: d.id, subject: s.subject, attribute: s.attribute, slot: s.key, value: value,
  value_kind: CASE s.attribute WHEN 'depth' THEN 'quantity' ELSE 'date' END, statement: statement, start: start,
  end: start + size(statement), value_start: value_start, value_end: value_start + size(value), method: 'rules', confidence: 0.8})-[:FILLS]->(s)
FOREACH (one IN CASE WHEN acc IS NULL THEN [] ELSE [acc] END | CREATE (f)-[:REPORTS]->(one))
