// purpose: Runs as nodes of a network, with their relationships of some types.
// parameters: types (list of string), after (string), limit (integer)
// returns: key, label, properties (map), edges (list of {type, target_label, target, properties})
// example: {"types": ["PRODUCED"], "after": "", "limit": 10}
MATCH (r:Run) WHERE r.id > $after
RETURN r.id AS key, r.id AS label, properties(r) AS properties,
       [(r)-[edge]->(other) WHERE type(edge) IN $types |
        {type: type(edge), target_label: labels(other)[0], target: coalesce(other.id, other.key, other.path),
         properties: properties(edge)}] AS edges
ORDER BY key LIMIT $limit
