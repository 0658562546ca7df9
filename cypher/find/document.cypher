// purpose: Whether there is a document of this id.
// parameters: key (string)
// returns: key
// example: {"key": "x"}
MATCH (n:Document {id: $key})
RETURN n.id AS key
