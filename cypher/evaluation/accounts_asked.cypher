// purpose: How many scored responses, of how many runs, answer a question with this account among its gold answers, by judge.
// parameters: keys (list of account ids)
// returns: key, judge, responses, runs
// example: {"keys": ["xa100001"]}
UNWIND $keys AS key
MATCH (acc:Account {id: key})-[:ACCOUNT_OF]->(:Conflict)<-[:ASKS]-(q:Question) WHERE key IN q.gold
MATCH (q)<-[:ANSWERS]-(o:Response)<-[:JUDGES]-(j:Judgment) WHERE j.status = 'ok'
MATCH (o)<-[:PRODUCED]-(r:Run)
RETURN acc.id AS key, j.judge AS judge, count(DISTINCT o) AS responses, count(DISTINCT r) AS runs
ORDER BY key, judge
