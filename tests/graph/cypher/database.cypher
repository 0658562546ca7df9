// purpose: The database that a transaction is in.
// parameters: none
// returns: name
// example: {}
CALL db.info() YIELD name
RETURN name
