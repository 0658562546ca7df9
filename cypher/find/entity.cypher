// purpose: Whether there is an entity of this key.
// parameters: key (string)
// returns: key
// example: {"key": "x"}
MATCH (n:Entity {key: $key})
RETURN n.key AS key
