// purpose: The version of the database server.
// parameters: none
// returns: version
// example: {}
CALL dbms.components() YIELD name, versions
WITH name, versions
WHERE name = 'Neo4j Kernel'
RETURN versions[0] AS version
