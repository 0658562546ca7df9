// purpose: Documents that report an account, support or contradict another, as nodes of a network.
// parameters: types (list of string; taken for the sake of the other statements of networks), after (string), limit (integer)
// returns: key, label, properties (map), edges (list of {type, target_label, target, properties})
// example: {"types": ["SUPPORTS", "CONFLICTS_WITH"], "after": "", "limit": 10}
MATCH (d:Document)
WHERE d.id > $after AND (EXISTS { (d)-[:SUPPORTS|CONFLICTS_WITH]-(:Document) }
  OR EXISTS { (d)-[:STATES]->(:Fact)-[:REPORTS]->(:Account) })
RETURN d.id AS key, coalesce(d.title, d.id) AS label,
       d {.url, .title, .date, .corpus, .source, .language, .quality, .partition, .n_chars, .dup_group} AS properties,
       [(d)-[:STATES]->(f:Fact)-[:REPORTS]->(acc:Account) |
        {type: 'REPORTS', target_label: 'Account', target: acc.id,
         properties: {value: f.value, statement: f.statement, start: f.start, end: f.end, method: f.method,
                      confidence: f.confidence}}]
       + [(d)-[edge]->(other:Document) WHERE type(edge) IN $types |
        {type: type(edge), target_label: 'Document', target: other.id, properties: properties(edge)}] AS edges
ORDER BY key LIMIT $limit
