// purpose: Documents with their facts, to check that each quote stands at its offsets.
// parameters: after (string), limit (integer)
// returns: key, text, facts (list of {id, statement, start, end, value, value_start, value_end})
// example: {"after": "", "limit": 10}
MATCH (d:Document)
WHERE d.id > $after
RETURN
  d.id AS key,
  d.text AS text,
  [(d)-[:STATES]->(f:Fact) | f {.id, .statement, .start, .end, .value, .value_start, .value_end}] AS facts
ORDER BY key
LIMIT $limit
