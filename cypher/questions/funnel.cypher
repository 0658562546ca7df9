// purpose: What became of the questions of each conflict, a page at a time; n_fit counts those fit for release.
// parameters: after (string), limit (integer)
// returns: key, subject, attribute, status, note, n_fit, questions (list of {formulation, question, status, reason, model, prompt,
//          checked_model, checked_prompt})
// example: {"after": "", "limit": 10}
MATCH (c:Conflict) WHERE c.id > $after AND c.n_accounts > 1
WITH c ORDER BY c.id LIMIT $limit
OPTIONAL MATCH (c)<-[:ASKS]-(q:Question) WHERE q.status <> 'outdated'
WITH c, q ORDER BY q.formulation DESC
RETURN c.id AS key, coalesce(c.described_subject, c.subject) AS subject,
       coalesce(c.described_attribute, c.attribute) AS attribute,
       CASE WHEN c.questions_fingerprint IS NULL THEN 'pending' ELSE c.questions_status END AS status, c.questions_note AS note,
       sum(CASE WHEN q.status = 'ok' THEN 1 ELSE 0 END) AS n_fit,
       collect({formulation: q.formulation, question: q.question, status: q.status, reason: q.reason, model: q.model,
                prompt: q.prompt, checked_model: q.checked_model, checked_prompt: q.checked_prompt}) AS questions
ORDER BY key
