// purpose: Steps of the schema that this graph has.
// parameters: none
// returns: version, name, checksum, applied_at
// example: {}
MATCH (m:Migration)
RETURN m.version AS version, m.name AS name, m.checksum AS checksum, m.applied_at AS applied_at
ORDER BY version
