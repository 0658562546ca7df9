// purpose: Records that steps of the schema were applied.
// parameters: rows (list of {key, name, checksum, applied_at})
// returns: nothing
// example: {"rows": [{"key": 0, "name": "example", "checksum": "c", "applied_at": "2026-01-01T00:00:00+00:00"}]}
UNWIND $rows AS row
MERGE (m:Migration {version: row.key})
SET m.name = row.name, m.checksum = row.checksum, m.applied_at = row.applied_at
