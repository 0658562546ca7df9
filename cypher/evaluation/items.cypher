// purpose: The items of an imported benchmark, a page at a time.
// parameters: benchmark (string), after (string), limit (integer)
// returns: key, benchmark_id, item_group, question, preferred_answer, gold_answers, formulation, conflict, field, mechanism
// example: {"benchmark": "elephantbench", "after": "", "limit": 10}
MATCH (q:Question {benchmark: $benchmark}) WHERE q.id > $after
WITH q ORDER BY q.id LIMIT $limit
MATCH (q)-[:ASKS]->(c:Conflict)
RETURN q.id AS key, q.benchmark_id AS benchmark_id, q.item_group AS item_group, q.question AS question,
       q.preferred_answer AS preferred_answer, q.gold_answers AS gold_answers, q.formulation AS formulation,
       c.id AS conflict, c.field AS field, c.mechanism AS mechanism
ORDER BY key
