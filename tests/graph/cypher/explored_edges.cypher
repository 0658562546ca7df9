// purpose: What was compared among the six documents of explored.cypher, what came of it, and what changed.
// parameters: none
// returns: nothing
// example: {}
MATCH (d1:Document {id: 'd1'}) MATCH (d2:Document {id: 'd2'}) MATCH (d3:Document {id: 'd3'}) MATCH (d4:Document {id: 'd4'})
MATCH (d5:Document {id: 'd5'}) MATCH (d6:Document {id: 'd6'})
CREATE (d1)-[:CONFLICTS_WITH {slot: 'ada | born', subject: 'Ada', attribute: 'born', value_a: '1910', value_b: '1911',
    quote_a: 'Ada was born in 1910.', quote_b: 'Ada was born in 1911.', fact_a: 'f1', fact_b: 'f2', method: 'slot', confidence: 0.9}]->(d2),
  (d1)-[:CONFLICTS_WITH {slot: 'ada | born', subject: 'Ada', attribute: 'born', value_a: '1910', value_b: '1911',
    quote_a: 'Ada was born in 1910.', quote_b: 'Ada (born 1911) swam.', fact_a: 'f1', fact_b: 'f4', method: 'slot', confidence: 0.8}]->(d4),
  (d1)-[:CONFLICTS_WITH {slot: 'lake | depth', subject: 'The Lake', attribute: 'depth', value_a: '30 m', value_b: '31 m',
    quote_a: 'It is 30 m deep.', quote_b: 'It is 31 m deep.', fact_a: 'f5', fact_b: 'f6', method: 'slot', confidence: 0.7}]->(d4),
  (d2)-[:SUPPORTS {slot: 'ada | born', subject: 'Ada', attribute: 'born', value_a: '1911', value_b: '1911',
    quote_a: 'Ada was born in 1911.', quote_b: 'Ada (born 1911) swam.', fact_a: 'f2', fact_b: 'f4', method: 'slot', confidence: 0.9}]->(d4),
  (d2)-[:SUPPORTS {slot: 'ada | born', subject: 'Ada', attribute: 'born', value_a: '1911', value_b: '1911',
    quote_a: 'Ada was born in 1911.', quote_b: 'Ada was born in 1911.', fact_a: 'f2', fact_b: 'f3', method: 'slot', confidence: 0.9}]->(d3),
  (d2)-[:SUPPORTS {slot: 'ada | died', subject: 'Ada', attribute: 'died', value_a: '1980', value_b: '1980',
    quote_a: 'She died in 1980.', quote_b: 'She died in 1980.', fact_a: 'f7', fact_b: 'f8', method: 'slot', confidence: 0.9}]->(d3)
CREATE (d1)-[:CANDIDATE {via: ['entity', 'text'], score: 5.0, relations_status: 'ok', relations_note: ''}]->(d2),
  (d1)-[:CANDIDATE {via: ['entity'], score: 4.0, relations_status: 'ok', relations_note: ''}]->(d3),
  (d1)-[:CANDIDATE {via: ['entity'], score: 3.0, relations_status: 'ok', relations_note: ''}]->(d4),
  (d4)-[:CANDIDATE {via: ['text'], score: 2.0, relations_status: 'error', relations_note: 'no answer (twice)'}]->(d5),
  (d5)-[:CANDIDATE {via: ['text'], score: 1.0}]->(d6)
CREATE (:Change {id: 'h1', at: '2026-01-02T08:00:00.000+00:00', kind: 'appeared', conflict: 'x1', subject: 'Ada', attribute: 'born'})
    -[:CAUSED_BY]->(d2),
  (h2:Change {id: 'h2', at: '2026-03-01T00:00:00.000+00:00', kind: 'majority_changed', conflict: 'x1', subject: 'Ada', attribute: 'born'}),
  (h2)-[:CAUSED_BY]->(d4), (h2)-[:CAUSED_BY]->(d3)
