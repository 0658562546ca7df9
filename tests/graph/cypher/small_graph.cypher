// purpose: Two documents with a fact each and a conflict between them.
// parameters: start (integer), fact_b (string)
// returns: nothing
// example: {"start": 0, "fact_b": "f2"}
CREATE (a:Document {id: 'd1', text: 'Ada was born in 1910.'})
CREATE (b:Document {id: 'd2', text: 'Ada was born in 1911.'})
CREATE (f:Fact {id: 'f1', statement: a.text, start: $start, end: 21, value: '1910', value_start: 16, value_end: 20})
CREATE (g:Fact {id: 'f2', statement: b.text, start: $start, end: 21, value: '1911', value_start: 16, value_end: 20})
CREATE (a)-[:STATES]->(f), (b)-[:STATES]->(g)
CREATE (a)-[:CONFLICTS_WITH {slot: 's', fact_a: 'f1', fact_b: $fact_b}]->(b)
