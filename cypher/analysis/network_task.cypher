// purpose: Tasks of knowledge profiles as nodes of a network, with their relationships of some types.
// parameters: types (list of string), after (string), limit (integer)
// returns: key, label, properties (map), edges (list of {type, target_label, target, properties})
// example: {"types": ["PROBES"], "after": "", "limit": 10}
MATCH (t:Task) WHERE t.id > $after
RETURN t.id AS key, t.id AS label, properties(t) AS properties,
       [(t)-[edge]->(other) WHERE type(edge) IN $types |
        {type: type(edge), target_label: labels(other)[0], target: coalesce(other.id, other.key, other.path),
         properties: properties(edge)}] AS edges
ORDER BY key LIMIT $limit
