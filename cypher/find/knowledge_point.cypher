// purpose: Whether there is a knowledge point of this path.
// parameters: key (string)
// returns: key
// example: {"key": "x"}
MATCH (n:KnowledgePoint {path: $key})
RETURN n.path AS key
