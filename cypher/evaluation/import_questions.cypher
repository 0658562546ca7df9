// purpose: Writes the questions of a benchmark that was made elsewhere; without a status, which keeps them out of releases.
// parameters: rows (list of {key, conflict, benchmark, benchmark_id, item_group, formulation, question, preferred_answer, gold:
//             account ids, gold_answers: strings})
// returns: nothing
// example: {"rows": [{"key": "iq1", "conflict": "c1", "benchmark": "elephantbench",
//          "benchmark_id": "4f8a1c1e-0000-4000-8000-000000000003", "item_group": "4f8a1c1e-0000-4000-8000-000000000002",
//          "formulation": "named_entity", "question": "When?", "preferred_answer": "10 or 12", "gold": ["ia1"],
//          "gold_answers": ["10"]}]}
UNWIND $rows AS row
MATCH (c:Conflict {id: row.conflict})
MERGE (q:Question {id: row.key})
ON CREATE SET q.benchmark = row.benchmark, q.benchmark_id = row.benchmark_id, q.item_group = row.item_group,
              q.question = row.question, q.gold = row.gold, q.gold_answers = row.gold_answers
SET q.formulation = coalesce(row.formulation, q.formulation), q.preferred_answer = row.preferred_answer
MERGE (q)-[:ASKS]->(c)
