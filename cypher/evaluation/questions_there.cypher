// purpose: Which questions the graph holds already.
// parameters: keys (list of question ids)
// returns: key
// example: {"keys": ["q100001"]}
UNWIND $keys AS key
MATCH (q:Question {id: key})
RETURN q.id AS key
ORDER BY key
