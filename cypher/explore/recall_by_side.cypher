// purpose: How often each run recalls the majority's account of a conflict, and how often the minority's, by one judge.
// parameters: judge (string: offline, or the judge model's name) = "offline"
// returns: run, model, side, asked (accounts asked for, once a scored response), recalled, share
// example: {"judge": "offline"}
MATCH (j:Judgment {judge: $judge})-[:JUDGES]->(o:Response)-[:ANSWERS]->(q:Question)-[:ASKS]->(:Conflict)<-[:ACCOUNT_OF]-(acc:Account)
WHERE j.status = 'ok' AND acc.id IN q.gold AND acc.side IS NOT NULL
MATCH (o)<-[:PRODUCED]-(r:Run)
WITH r, acc.side AS side, CASE WHEN EXISTS { (j)-[:COVERS]->(acc) } THEN 1 ELSE 0 END AS covered
WITH r, side, count(*) AS asked, sum(covered) AS recalled
RETURN r.name AS run, r.model AS model, side, asked, recalled, toFloat(recalled) / asked AS share
ORDER BY model, run, side
