// purpose: How often each judge found each outcome in the responses to questions, over all runs.
// parameters: keys (list of question ids)
// returns: key, judge, outcome (null: unscored), n (integer)
// example: {"keys": ["q100001"]}
UNWIND $keys AS key
MATCH (q:Question {id: key})<-[:ANSWERS]-(:Response)<-[:JUDGES]-(j:Judgment)
RETURN q.id AS key, j.judge AS judge, j.outcome AS outcome, count(*) AS n
ORDER BY key, judge, outcome
