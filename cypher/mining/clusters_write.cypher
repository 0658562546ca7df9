// purpose: Places documents in clusters.
// parameters: rows (list of {key: cluster id, document, score, method}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "c1", "document": "d1", "score": 0.5, "method": "entities"}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (d:Document {id: row.document})
MERGE (c:Cluster {id: row.key})
SET c.method = row.method, c.touched = 'yes'
MERGE (d)-[r:IN_CLUSTER]->(c)
SET r.score = row.score, r.method = row.method
