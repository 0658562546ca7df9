// purpose: Writes support edges, one a pair and slot; ids in order.
// parameters: rows (list of {key, a, b, slot, subject, attribute, value_a, value_b, quote_a, quote_b, start_a, end_a, start_b, end_b,
//             fact_a, fact_b, method, model, prompt, confidence, reason}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "d1\td2", "a": "d1", "b": "d2", "slot": "vienna | area", "subject": "Vienna", "attribute": "area",
//          "value_a": "414 km²", "value_b": "415 km²", "quote_a": "has 414 km²", "quote_b": "has 415 km²", "start_a": 0,
//          "end_a": 11, "start_b": 0, "end_b": 11, "fact_a": "f1", "fact_b": "f2", "method": "slot", "model": "m", "prompt": "relations@1",
//          "confidence": 0.8, "reason": "compared"}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (a:Document {id: row.a})
CALL (row) {
  MATCH (b:Document {id: row.b})
  RETURN b
}
MERGE (a)-[r:SUPPORTS {slot: row.slot}]->(b)
SET r.subject = row.subject, r.attribute = row.attribute, r.value_a = row.value_a, r.value_b = row.value_b,
    r.quote_a = row.quote_a, r.quote_b = row.quote_b, r.start_a = row.start_a, r.end_a = row.end_a, r.start_b = row.start_b,
    r.end_b = row.end_b, r.fact_a = row.fact_a, r.fact_b = row.fact_b, r.method = row.method, r.model = row.model, r.prompt = row.prompt,
    r.confidence = row.confidence, r.reason = row.reason
