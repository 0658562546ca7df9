// purpose: The documents that contradict the majority most often.
// parameters: limit (integer: how many rows at most) = 20
// returns: document, title, against (conflicts in which it reports a minority account), agrees (conflicts in which it reports
//         the majority account), url
// example: {"limit": 20}
MATCH (acc:Account {side: 'minority'})<-[:REPORTS]-(:Fact)<-[:STATES]-(d:Document)
WITH DISTINCT d
MATCH (d)-[:STATES]->(:Fact)-[:REPORTS]->(acc:Account)-[:ACCOUNT_OF]->(c:Conflict)
WITH d, count(DISTINCT CASE acc.side WHEN 'minority' THEN c.id END) AS against,
     count(DISTINCT CASE acc.side WHEN 'majority' THEN c.id END) AS agrees
RETURN d.id AS document, d.title AS title, against, agrees, d.url AS url
ORDER BY against DESC, agrees, document LIMIT $limit
