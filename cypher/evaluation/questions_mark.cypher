// purpose: Notes on mined questions the id that their item has in a release, and the accounts of its gold answers in their order.
// parameters: rows (list of {key, benchmark_id, gold: account ids, gold_answers: strings})
// returns: nothing
// example: {"rows": [{"key": "q1", "benchmark_id": "4f8a1c1e-0000-4000-8000-000000000001", "gold": ["a1", "a2"],
//          "gold_answers": ["10", "12"]}]}
UNWIND $rows AS row
MATCH (q:Question {id: row.key})
SET q.benchmark_id = row.benchmark_id, q.gold = row.gold, q.gold_answers = row.gold_answers
