// purpose: The version of the database server.
// parameters: none
// returns: version
// example: {}
CALL dbms.components() YIELD versions
RETURN versions[0] AS version
