// purpose: Whether there is a question of this id.
// parameters: key (string)
// returns: key
// example: {"key": "x"}
MATCH (n:Question {id: $key})
RETURN n.id AS key
