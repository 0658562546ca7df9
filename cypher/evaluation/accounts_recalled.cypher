// purpose: How many responses, of how many runs, give an account, by judge.
// parameters: keys (list of account ids)
// returns: key, judge, responses, runs
// example: {"keys": ["xa100001"]}
UNWIND $keys AS key
MATCH (acc:Account {id: key})<-[:COVERS]-(j:Judgment)-[:JUDGES]->(o:Response)<-[:PRODUCED]-(r:Run)
RETURN acc.id AS key, j.judge AS judge, count(DISTINCT o) AS responses, count(DISTINCT r) AS runs
ORDER BY key, judge
