// purpose: Writes facts with the slots that they fill and the entities that these are about.
// parameters: rows (list of {key, document, subject, subject_key, attribute, slot, value, value_kind, value_json, statement,
//             start, end, value_start, value_end, qualifiers_json, method, confidence, model, prompt}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "f1", "document": "d1", "subject": "Vienna", "subject_key": "vienna", "attribute": "population",
//          "slot": "vienna | population", "value": "1,982,442", "value_kind": "number", "value_json": "{}",
//          "statement": "Vienna has 1,982,442 inhabitants.", "start": 0, "end": 33, "value_start": 11, "value_end": 20,
//          "qualifiers_json": "{}", "method": "model", "confidence": 0.8, "model": "m",
//          "prompt": "facts@1"}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (d:Document {id: row.document})
MERGE (e:Entity {key: row.subject_key})
ON CREATE SET e.name = row.subject, e.type = 'MISC', e.n_documents = 0
MERGE (s:Slot {key: row.slot})
ON CREATE SET s.subject = row.subject, s.attribute = row.attribute
MERGE (s)-[:ABOUT]->(e)
MERGE (f:Fact {id: row.key})
SET f.document_id = row.document, f.subject = row.subject, f.subject_key = row.subject_key, f.attribute = row.attribute,
    f.slot = row.slot, f.value = row.value, f.value_kind = row.value_kind, f.value_json = row.value_json,
    f.statement = row.statement, f.start = row.start, f.end = row.end, f.value_start = row.value_start,
    f.value_end = row.value_end, f.qualifiers_json = row.qualifiers_json, f.method = row.method,
    f.confidence = row.confidence, f.model = row.model, f.prompt = row.prompt
MERGE (d)-[:STATES]->(f)
MERGE (f)-[:FILLS]->(s)
