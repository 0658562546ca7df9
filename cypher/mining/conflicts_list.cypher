// purpose: Conflicts with their accounts and the documents that report each, called as a model described them, if one did.
// parameters: after (string), limit (integer)
// returns: key, subject, attribute, slot, real, real_reason, description, model, prompt, accounts (list of {id, value, side,
//          n_sources, documents})
// example: {"after": "", "limit": 10}
MATCH (c:Conflict) WHERE c.id > $after AND c.n_accounts > 1
WITH c ORDER BY c.id LIMIT $limit
MATCH (c)<-[:ACCOUNT_OF]-(acc:Account)
OPTIONAL MATCH (acc)<-[:REPORTS]-(:Fact)<-[:STATES]-(d:Document)
WITH c, acc, d ORDER BY d.id
WITH c, acc, collect(DISTINCT d.id) AS documents
RETURN c.id AS key, coalesce(c.described_subject, c.subject) AS subject,
       coalesce(c.described_attribute, c.attribute) AS attribute, c.slot AS slot, c.real AS real, c.real_reason AS real_reason,
       c.description AS description, c.model AS model, c.prompt AS prompt,
       collect({id: acc.id, value: acc.value, side: acc.side, n_sources: acc.n_sources, documents: documents}) AS accounts
ORDER BY key
