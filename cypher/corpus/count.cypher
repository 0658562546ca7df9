// purpose: How many documents there are.
// parameters: none
// returns: documents
// example: {}
MATCH (d:Document)
RETURN count(d) AS documents
