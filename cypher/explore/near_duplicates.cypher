// purpose: The groups of near-duplicate documents, largest first; each group counts as one source.
// parameters: limit (integer: how many rows at most) = 20
// returns: group, size, documents, sites (their hosts)
// example: {"limit": 20}
MATCH (o:Document) WHERE o.dup_group <> o.id
WITH DISTINCT o.dup_group AS group
MATCH (d:Document {dup_group: group})
WITH group, d ORDER BY d.id
WITH group, collect(d.id) AS documents, collect(DISTINCT split(split(d.url, '://')[1], '/')[0]) AS sites
WHERE size(documents) > 1
RETURN group, size(documents) AS size, documents, sites
ORDER BY size DESC, group LIMIT $limit
