// purpose: Removes clusters of entities that no document is in any more; centroids wait for documents to come.
// parameters: rows (list of {key})
// returns: nothing
// example: {"rows": [{"key": "c1"}]}
UNWIND $rows AS row
MATCH (c:Cluster {id: row.key})
WHERE c.size = 0 AND c.centroid IS NULL
DELETE c
