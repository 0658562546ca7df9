// purpose: Takes away the relations that pairs had, and the facts that only those relations knew of.
// parameters: rows (list of {key, a, b}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "d1\td2", "a": "d1", "b": "d2"}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (a:Document {id: row.a})-[r:SUPPORTS|CONFLICTS_WITH]->(b:Document)
WITH row, r, a, b, r.fact_a AS first, r.fact_b AS second
WHERE b.id = row.b
DELETE r
WITH DISTINCT a, b, first, second
UNWIND [[a, first], [b, second]] AS side
WITH DISTINCT side[0] AS d, side[1] AS id
MATCH (f:Fact {id: id})
WHERE f.method = 'pair'
  AND NOT EXISTS {
    MATCH (d)-[other:SUPPORTS|CONFLICTS_WITH]-(:Document) WHERE other.fact_a = id OR other.fact_b = id
  }
DETACH DELETE f
