// purpose: Whether there is a conflict of this id.
// parameters: key (string)
// returns: key
// example: {"key": "x"}
MATCH (n:Conflict {id: $key})
RETURN n.id AS key
