// purpose: Records that slots were looked at, and with how many facts.
// parameters: rows (list of {key, facts}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "nobody | age", "facts": 2}], "fingerprint": "f"}
UNWIND $rows AS row
MATCH (s:Slot {key: row.key})
SET s.relations_fingerprint = $fingerprint, s.relations_facts = row.facts
