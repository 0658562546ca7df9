// purpose: Changes of conflicts as nodes of a network, with their relationships of some types.
// parameters: types (list of string), after (string), limit (integer)
// returns: key, label, properties (map), edges (list of {type, target_label, target, properties})
// example: {"types": ["CAUSED_BY"], "after": "", "limit": 10}
MATCH (ch:Change) WHERE ch.id > $after
RETURN ch.id AS key, ch.kind AS label, properties(ch) AS properties,
       [(ch)-[edge]->(other) WHERE type(edge) IN $types |
        {type: type(edge), target_label: labels(other)[0], target: coalesce(other.id, other.key, other.path),
         properties: properties(edge)}] AS edges
ORDER BY key LIMIT $limit
