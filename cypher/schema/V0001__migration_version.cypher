// purpose: No two Migration nodes have the same version.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT migration_version IF NOT EXISTS FOR (n:Migration) REQUIRE n.version IS UNIQUE
