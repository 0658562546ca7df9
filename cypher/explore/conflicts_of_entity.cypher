// purpose: The conflicts about an entity, with how many independent sources stand behind the majority and against it.
// parameters: entity (entity: its name in any spelling), limit (integer: how many rows at most) = 20
// returns: conflict, subject, attribute, accounts, majority (sources of the strongest account), others (sources of all other
//         accounts)
// example: {"entity": "ada 100001", "limit": 20}
MATCH (e:Entity {key: $entity})<-[:ABOUT]-(:Slot)<-[:CONTESTS]-(c:Conflict) WHERE c.n_accounts > 1
WITH DISTINCT c
MATCH (c)<-[:ACCOUNT_OF]-(acc:Account)
WITH c, count(acc) AS accounts, max(acc.n_sources) AS majority, sum(acc.n_sources) AS sources
RETURN c.id AS conflict, c.subject AS subject, c.attribute AS attribute, accounts, majority, sources - majority AS others
ORDER BY others DESC, majority DESC, conflict LIMIT $limit
