// purpose: One conflict with every statement behind each account.
// parameters: id (string)
// returns: id, subject, attribute, account, value, side, n_sources, document, url, title, statement, start, end
// example: {"id": "c1"}
MATCH (c:Conflict {id: $id})<-[:ACCOUNT_OF]-(acc:Account)<-[:REPORTS]-(f:Fact)<-[:STATES]-(d:Document)
RETURN c.id AS id, c.subject AS subject, c.attribute AS attribute, acc.id AS account, acc.value AS value,
       acc.side AS side, acc.n_sources AS n_sources, d.id AS document, d.url AS url, d.title AS title,
       f.statement AS statement, f.start AS start, f.end AS end
ORDER BY n_sources DESC, account, document, start
