// purpose: Pages of the keys by which incoming documents are compared with stored ones.
// parameters: after (string), limit (number)
// returns: key, band_0, band_1, band_2, band_3
// example: {"after": "", "limit": 10}
MATCH (d:Document)
WHERE d.id > $after
RETURN d.id AS key, d.band_0 AS band_0, d.band_1 AS band_1, d.band_2 AS band_2, d.band_3 AS band_3
ORDER BY key LIMIT $limit
