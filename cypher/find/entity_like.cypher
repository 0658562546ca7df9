// purpose: Some entities whose key begins like this one or has its longest word, for suggestions.
// parameters: key (string), word (string), limit (integer)
// returns: key
// example: {"key": "ada 1", "word": "ada", "limit": 10}
MATCH (n:Entity) WHERE n.key STARTS WITH left($key, 2) OR n.key CONTAINS $word
RETURN n.key AS key
LIMIT $limit
