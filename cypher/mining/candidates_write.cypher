// purpose: Writes pairs worth comparing; what was found out about a pair before stays.
// parameters: rows (list of {key, a, b, via, score}; a < b), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "d1 d2", "a": "d1", "b": "d2", "via": ["entity", "text"], "score": 1.5}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (a:Document {id: row.a})
OPTIONAL MATCH (b:Document {id: row.b})
WITH row, a, b WHERE b IS NOT NULL
MERGE (a)-[c:CANDIDATE]->(b)
SET c.via = row.via, c.score = row.score, c.fingerprint = $fingerprint
