// purpose: Questions mined in this graph by the ids their items have in a release, with the accounts of their gold answers.
// parameters: ids (list of benchmark ids)
// returns: benchmark_id, key, gold (list of account ids)
// example: {"ids": ["4f8a1c1e-0000-4000-8000-000000000001"]}
UNWIND $ids AS id
MATCH (q:Question {benchmark_id: id}) WHERE q.benchmark IS NULL
RETURN q.benchmark_id AS benchmark_id, q.id AS key, q.gold AS gold
ORDER BY benchmark_id
