// purpose: What became of the questions of each conflict, a page at a time.
// parameters: after (string), limit (integer)
// returns: key, subject, attribute, status, note, questions (list of {formulation, question})
// example: {"after": "", "limit": 10}
MATCH (c:Conflict) WHERE c.id > $after AND c.n_accounts > 1
WITH c ORDER BY c.id LIMIT $limit
OPTIONAL MATCH (c)<-[:ASKS]-(q:Question)
WITH c, q ORDER BY q.formulation DESC
RETURN c.id AS key, c.subject AS subject, c.attribute AS attribute,
       CASE WHEN c.questions_fingerprint IS NULL THEN 'pending' ELSE c.questions_status END AS status, c.questions_note AS note,
       collect({formulation: q.formulation, question: q.question}) AS questions
ORDER BY key
