// purpose: The sites whose documents contradict the majority most often.
// parameters: limit (integer: how many rows at most) = 20
// returns: site, against (conflicts in which it reports a minority account), agrees (conflicts in which it reports the majority
//         account), ties, documents
// example: {"limit": 20}
MATCH (c:Conflict)<-[:ACCOUNT_OF]-(acc:Account)<-[:REPORTS]-(:Fact)<-[:STATES]-(d:Document)
WHERE c.n_accounts > 1 AND d.url IS NOT NULL
WITH split(split(d.url, '://')[1], '/')[0] AS site, acc.side AS side, c.id AS conflict, d.id AS document
WITH site, count(DISTINCT CASE side WHEN 'minority' THEN conflict END) AS against,
     count(DISTINCT CASE side WHEN 'majority' THEN conflict END) AS agrees,
     count(DISTINCT CASE side WHEN 'tie' THEN conflict END) AS ties, count(DISTINCT document) AS documents
WHERE against > 0 AND site IS NOT NULL
RETURN site, against, agrees, ties, documents
ORDER BY against DESC, agrees, site LIMIT $limit
