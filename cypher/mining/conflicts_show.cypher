// purpose: One conflict with every statement behind each account, called as a model described it, if one did.
// parameters: id (string)
// returns: id, subject, attribute, real, real_reason, description, model, account, value, side, n_sources, document, url, title, statement, start, end
// example: {"id": "c1"}
MATCH (c:Conflict {id: $id})<-[:ACCOUNT_OF]-(acc:Account)<-[:REPORTS]-(f:Fact)<-[:STATES]-(d:Document)
RETURN c.id AS id, coalesce(c.described_subject, c.subject) AS subject,
       coalesce(c.described_attribute, c.attribute) AS attribute, c.real AS real, c.real_reason AS real_reason,
       c.description AS description, c.model AS model, acc.id AS account, acc.value AS value,
       acc.side AS side, acc.n_sources AS n_sources, d.id AS document, d.url AS url, d.title AS title,
       f.statement AS statement, f.start AS start, f.end AS end
ORDER BY n_sources DESC, account, document, start
