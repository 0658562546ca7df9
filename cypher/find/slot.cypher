// purpose: Whether there is a slot of this key.
// parameters: key (string)
// returns: key
// example: {"key": "x"}
MATCH (n:Slot {key: $key})
RETURN n.key AS key
