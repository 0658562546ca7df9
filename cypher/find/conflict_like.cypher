// purpose: Some conflicts whose id begins so, for suggestions.
// parameters: key (string), limit (integer)
// returns: key
// example: {"key": "x", "limit": 10}
MATCH (n:Conflict) WHERE n.id STARTS WITH $key
RETURN n.id AS key
LIMIT $limit
