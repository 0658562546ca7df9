// purpose: Facts as nodes of a network, with their relationships of some types.
// parameters: types (list of string), after (string), limit (integer)
// returns: key, label, properties (map), edges (list of {type, target_label, target, properties})
// example: {"types": ["FILLS"], "after": "", "limit": 10}
MATCH (f:Fact) WHERE f.id > $after
RETURN f.id AS key, f.statement AS label, properties(f) AS properties,
       [(f)-[edge]->(other) WHERE type(edge) IN $types |
        {type: type(edge), target_label: labels(other)[0], target: coalesce(other.id, other.key, other.path),
         properties: properties(edge)}] AS edges
ORDER BY key LIMIT $limit
