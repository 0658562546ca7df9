// purpose: Writes what a model says of conflicts; where it says something new, their questions become pending again.
// parameters: rows (list of {key, real, reason, subject, attribute, description, method, model, prompt, described}; all but key
//             and described null where the model gave nothing that can be used), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "c1", "real": "yes", "reason": "Two years of one birth.", "subject": "Nobody", "attribute": "age",
//          "description": "It is told that Nobody is 1 or 2.", "method": "model", "model": "m",
//          "prompt": "conflict@1", "described": ["f1 d1"]}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (c:Conflict {id: row.key})
WITH c, row,
     coalesce(c.real, '') = coalesce(row.real, '') AND coalesce(c.described_subject, '') = coalesce(row.subject, '')
     AND coalesce(c.described_attribute, '') = coalesce(row.attribute, '') AS same
SET c.questions_fingerprint = CASE WHEN same THEN c.questions_fingerprint ELSE null END,
    c.real = row.real, c.real_reason = row.reason, c.described_subject = row.subject, c.described_attribute = row.attribute,
    c.description = row.description, c.method = row.method, c.model = row.model, c.prompt = row.prompt,
    c.described = row.described
