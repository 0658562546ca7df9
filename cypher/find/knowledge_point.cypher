// purpose: Whether there is a knowledge point of this path, or one that begins so.
// parameters: key (string)
// returns: key
// example: {"key": "History"}
MATCH (n:KnowledgePoint) WHERE n.path = $key OR n.path STARTS WITH $key + ' / '
RETURN n.path AS key
LIMIT 1
