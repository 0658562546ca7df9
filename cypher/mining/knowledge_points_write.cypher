// purpose: Labels documents with knowledge points.
// parameters: rows (list of {key: path, document, discipline, field, subfield, confidence, quote, start, end, method, model, prompt}),
//             fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "Science / Geography / Physical Geography", "document": "d1", "discipline": "Science",
//          "field": "Geography", "subfield": "Physical Geography", "confidence": 0.5, "quote": "The river is long.", "start": 0,
//          "end": 18, "method": "model", "model": "m", "prompt": "knowledge_points@1"}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (d:Document {id: row.document})
MERGE (k:KnowledgePoint {path: row.key})
ON CREATE SET k.discipline = row.discipline, k.field = row.field, k.subfield = row.subfield
MERGE (d)-[r:LABELED]->(k)
SET r.confidence = row.confidence, r.quote = row.quote, r.start = row.start, r.end = row.end, r.method = row.method,
    r.model = row.model, r.prompt = row.prompt
