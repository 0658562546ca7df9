// purpose: Judgments as nodes of a network, with their relationships of some types.
// parameters: types (list of string), after (string), limit (integer)
// returns: key, label, properties (map), edges (list of {type, target_label, target, properties})
// example: {"types": ["JUDGES"], "after": "", "limit": 10}
MATCH (j:Judgment) WHERE j.id > $after
RETURN j.id AS key, j.id AS label, properties(j) AS properties,
       [(j)-[edge]->(other) WHERE type(edge) IN $types |
        {type: type(edge), target_label: labels(other)[0], target: coalesce(other.id, other.key, other.path),
         properties: properties(edge)}] AS edges
ORDER BY key LIMIT $limit
