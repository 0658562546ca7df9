// purpose: Questions that passed every check, a page at a time.
// parameters: after (string), limit (integer)
// returns: key, question, conflict
// example: {"after": "", "limit": 10}
MATCH (q:Question {status: 'ok'}) WHERE q.id > $after
RETURN q.id AS key, q.question AS question, q.conflict AS conflict
ORDER BY key LIMIT $limit
