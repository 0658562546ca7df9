// purpose: Forgets that a step of the schema was applied, so that it is applied again.
// parameters: version (integer)
// returns: nothing
// example: {"version": 0}
MATCH (m:Migration {version: $version})
DELETE m
