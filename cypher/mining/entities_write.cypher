// purpose: Writes mentions of entities; each entity's own properties are derived later.
// parameters: rows (list of {key, document, name, type, count, first, surfaces}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "vienna", "document": "d1", "name": "Vienna", "type": "GPE", "count": 1, "first": 12,
//          "surfaces": ["Vienna"]}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (d:Document {id: row.document})
MERGE (e:Entity {key: row.key})
SET e.touched = 'yes'
MERGE (d)-[m:MENTIONS]->(e)
SET m.count = row.count, m.first = row.first, m.surfaces = row.surfaces, m.name = row.name, m.type = row.type
