// purpose: Makes documents whose text is replaced ready for the new text, and pending for every stage.
// parameters: rows (list of {key})
// returns: nothing
// example: {"rows": [{"key": "d1"}]}
UNWIND $rows AS row
MATCH (d:Document {id: row.key})
SET d.text_sha = null, d.settled = null,
    d.entities_fingerprint = null, d.entities_status = null, d.entities_note = null,
    d.knowledge_points_fingerprint = null, d.knowledge_points_status = null, d.knowledge_points_note = null,
    d.clusters_fingerprint = null, d.clusters_status = null, d.clusters_note = null,
    d.facts_fingerprint = null, d.facts_status = null, d.facts_note = null,
    d.terms_fingerprint = null, d.terms_status = null, d.terms_note = null,
    d.candidates_fingerprint = null, d.candidates_status = null, d.candidates_note = null
