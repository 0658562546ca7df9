// purpose: A few named-entity questions with their answers, for a first look.
// parameters: limit (integer)
// returns: question, answers (list of strings)
// example: {"limit": 3}
MATCH (q:Question {status: 'ok', formulation: 'named_entity'})-[:ASKS]->(c:Conflict)<-[:ACCOUNT_OF]-(acc:Account)
WITH q, acc ORDER BY acc.n_sources DESC, acc.value
RETURN q.question AS question, collect(acc.value) AS answers
ORDER BY question LIMIT $limit
