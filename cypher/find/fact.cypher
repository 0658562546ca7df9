// purpose: Whether there is a fact of this id.
// parameters: key (string)
// returns: key
// example: {"key": "x"}
MATCH (n:Fact {id: $key})
RETURN n.id AS key
