// purpose: Some knowledge points whose path begins like this one or has its longest word, for suggestions.
// parameters: key (string), word (string), limit (integer)
// returns: key
// example: {"key": "ada 1", "word": "ada", "limit": 10}
MATCH (n:KnowledgePoint) WHERE n.path STARTS WITH left($key, 2) OR n.path CONTAINS $word
RETURN n.path AS key
LIMIT $limit
