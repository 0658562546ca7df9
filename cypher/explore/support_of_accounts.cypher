// purpose: Who is behind each account of a conflict: documents, and independent sources, where near duplicates count once.
// parameters: conflict (conflict: its id)
// returns: value, side, documents, sources (near-duplicate groups), sites (hosts of the documents), high (documents of the high
//         partition), low (documents of the low partition)
// example: {"conflict": "x100001"}
MATCH (c:Conflict {id: $conflict})<-[:ACCOUNT_OF]-(acc:Account)<-[:REPORTS]-(:Fact)<-[:STATES]-(d:Document)
WITH DISTINCT acc, d
WITH acc, count(d) AS documents, count(DISTINCT coalesce(d.dup_group, d.id)) AS sources,
     count(DISTINCT split(split(d.url, '://')[1], '/')[0]) AS sites,
     sum(CASE d.partition WHEN 'high' THEN 1 ELSE 0 END) AS high, sum(CASE d.partition WHEN 'low' THEN 1 ELSE 0 END) AS low
RETURN acc.value AS value, acc.side AS side, documents, sources, sites, high, low
ORDER BY sources DESC, documents DESC, value
