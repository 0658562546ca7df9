// purpose: The accounts that no response gives, by one judge, over all runs that were asked for them.
// parameters: judge (string: offline, or the judge model's name) = "offline", limit (integer: how many rows at most) = 20
// returns: conflict, question (one that asks for it), account, value, side, sources (independent sources of the account), scored
//         (responses), runs
// example: {"judge": "offline", "limit": 20}
MATCH (j:Judgment {judge: $judge})-[:JUDGES]->(o:Response)-[:ANSWERS]->(q:Question)-[:ASKS]->(c:Conflict)<-[:ACCOUNT_OF]-(acc:Account)
WHERE j.status = 'ok' AND acc.id IN q.gold AND NOT EXISTS { (acc)<-[:COVERS]-(:Judgment {judge: $judge}) }
MATCH (o)<-[:PRODUCED]-(r:Run)
WITH c, acc, min(q.question) AS question, count(DISTINCT o) AS scored, count(DISTINCT r) AS runs
RETURN c.id AS conflict, question, acc.id AS account, acc.value AS value, acc.side AS side,
       acc.n_sources AS sources, scored, runs
ORDER BY runs DESC, scored DESC, conflict, value LIMIT $limit
