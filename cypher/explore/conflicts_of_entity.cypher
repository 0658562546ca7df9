// purpose: The conflicts about an entity, with how many independent sources stand behind the majority and the minority.
// parameters: entity (entity: its name in any spelling), limit (integer: most rows) = 20
// returns: conflict, subject, attribute, accounts, majority (sources of the largest account), minority (sources of all others),
//          documents
// example: {"entity": "ada 100001", "limit": 20}
MATCH (e:Entity {key: $entity})<-[:ABOUT]-(:Slot)<-[:CONTESTS]-(c:Conflict) WHERE c.n_accounts > 1
WITH DISTINCT c
MATCH (c)<-[:ACCOUNT_OF]-(acc:Account)
WITH c, count(acc) AS accounts, max(acc.n_sources) AS majority, sum(acc.n_sources) AS sources, sum(acc.n_documents) AS documents
RETURN c.id AS conflict, c.subject AS subject, c.attribute AS attribute, accounts, majority, sources - majority AS minority, documents
ORDER BY documents DESC, conflict LIMIT $limit
