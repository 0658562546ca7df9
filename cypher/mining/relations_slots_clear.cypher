// purpose: Takes away the relations on a slot of documents that are no candidate pairs, before the slot is looked at anew.
// parameters: rows (list of {key: slot, ids}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "nobody | age", "ids": ["d1", "d2"]}], "fingerprint": "f"}
UNWIND $rows AS row
UNWIND row.ids AS id
MATCH (a:Document {id: id})-[r:SUPPORTS|CONFLICTS_WITH {slot: row.key}]->(b:Document)
WHERE NOT EXISTS { (a)-[:CANDIDATE]->(b) }
DELETE r
