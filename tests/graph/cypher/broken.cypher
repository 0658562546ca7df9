// purpose: Isn't Cypher.
// parameters: none
// returns: nothing
// example: {}
MATCH (d:Document
RETURN d
