// purpose: Documents, without their texts and what stages keep of them, as nodes of a network, with their relationships of some types.
// parameters: types (list of string), after (string), limit (integer)
// returns: key, label, properties (map), edges (list of {type, target_label, target, properties})
// example: {"types": ["MENTIONS"], "after": "", "limit": 10}
MATCH (d:Document) WHERE d.id > $after
RETURN d.id AS key, coalesce(d.title, d.id) AS label,
       d {.url, .title, .date, .corpus, .source, .language, .quality, .partition, .n_chars, .dup_group} AS properties,
       [(d)-[edge]->(other) WHERE type(edge) IN $types |
        {type: type(edge), target_label: labels(other)[0], target: coalesce(other.id, other.key, other.path),
         properties: properties(edge)}] AS edges
ORDER BY key LIMIT $limit
