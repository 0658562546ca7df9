// purpose: The questions that no response answers completely, by one judge, over all runs.
// parameters: judge (string: offline, or the judge model's name) = "offline", limit (integer: how many rows at most) = 20
// returns: question, text, gold_answers, scored (responses), partial (that give some of the answers), runs
// example: {"judge": "offline", "limit": 20}
MATCH (j:Judgment {judge: $judge})-[:JUDGES]->(o:Response)-[:ANSWERS]->(q:Question) WHERE j.status = 'ok'
MATCH (o)<-[:PRODUCED]-(r:Run)
WITH q, count(*) AS scored, count(DISTINCT r) AS runs, sum(CASE WHEN j.outcome = 'complete' THEN 1 ELSE 0 END) AS complete,
     sum(CASE WHEN j.outcome = 'partial' THEN 1 ELSE 0 END) AS partial
WHERE complete = 0
RETURN q.id AS question, q.question AS text, q.gold_answers AS gold_answers, scored, partial, runs
ORDER BY scored DESC, partial DESC, question LIMIT $limit
