// purpose: Takes away which accounts judgments found, before they are written anew.
// parameters: rows (list of {key: judgment id})
// returns: nothing
// example: {"rows": [{"key": "j1"}]}
UNWIND $rows AS row
MATCH (:Judgment {id: row.key})-[r:COVERS]->(:Account)
DELETE r
