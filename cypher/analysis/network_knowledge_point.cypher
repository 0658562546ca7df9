// purpose: Knowledge points as nodes of a network, with their relationships of some types.
// parameters: types (list of string), after (string), limit (integer)
// returns: key, label, properties (map), edges (list of {type, target_label, target, properties})
// example: {"types": ["FROM"], "after": "", "limit": 10}
MATCH (k:KnowledgePoint) WHERE k.path > $after
RETURN k.path AS key, k.path AS label, properties(k) AS properties,
       [(k)-[edge]->(other) WHERE type(edge) IN $types |
        {type: type(edge), target_label: labels(other)[0], target: coalesce(other.id, other.key, other.path),
         properties: properties(edge)}] AS edges
ORDER BY key LIMIT $limit
