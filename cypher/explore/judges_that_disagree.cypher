// purpose: The responses that two judges label otherwise.
// parameters: first (string: a judge's name) = "offline", second (string: another judge's name), limit (integer: how many rows
//         at most) = 20
// returns: run, question, answer, gold_answers, by_first (outcome), by_second (outcome), first_reason, second_reason
// example: {"first": "offline", "second": "other", "limit": 20}
MATCH (j:Judgment {judge: $first})-[:JUDGES]->(o:Response)<-[:JUDGES]-(i:Judgment) WHERE i.judge = $second AND i.outcome <> j.outcome
MATCH (r:Run)-[:PRODUCED]->(o)-[:ANSWERS]->(q:Question)
RETURN r.name AS run, q.question AS question, o.answer AS answer, q.gold_answers AS gold_answers, j.outcome AS by_first,
       i.outcome AS by_second, j.rationale AS first_reason, i.rationale AS second_reason
ORDER BY run, question LIMIT $limit
