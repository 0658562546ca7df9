// purpose: Facts of knowledge profiles as nodes of a network, with their relationships of some types.
// parameters: types (list of string), after (string), limit (integer)
// returns: key, label, properties (map), edges (list of {type, target_label, target, properties})
// example: {"types": ["FROM"], "after": "", "limit": 10}
MATCH (p:ProbeFact) WHERE p.id > $after
RETURN p.id AS key, p.id AS label, properties(p) AS properties,
       [(p)-[edge]->(other) WHERE type(edge) IN $types |
        {type: type(edge), target_label: labels(other)[0], target: coalesce(other.id, other.key, other.path),
         properties: properties(edge)}] AS edges
ORDER BY key LIMIT $limit
