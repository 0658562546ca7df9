// purpose: Support and conflict edges of a hand-made graph.
// parameters: rows (list of {key, kind, a, b, slot, fact_a, fact_b})
// returns: nothing
// example: {"rows": [{"key": "k", "kind": "conflict", "a": "a", "b": "b", "slot": "s", "fact_a": "f", "fact_b": "g"}]}
UNWIND $rows AS row
MATCH (a:Document {id: row.a})
WITH a, row
MATCH (b:Document {id: row.b})
FOREACH (_ IN CASE WHEN row.kind = 'conflict' THEN [1] ELSE [] END |
  MERGE (a)-[r:CONFLICTS_WITH {slot: row.slot}]->(b) SET r.fact_a = row.fact_a, r.fact_b = row.fact_b)
FOREACH (_ IN CASE WHEN row.kind = 'support' THEN [1] ELSE [] END |
  MERGE (a)-[r:SUPPORTS {slot: row.slot}]->(b) SET r.fact_a = row.fact_a, r.fact_b = row.fact_b)
