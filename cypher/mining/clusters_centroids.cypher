// purpose: Centroids of the clusters that were founded under this fingerprint.
// parameters: fingerprint (string)
// returns: key, centroid
// example: {"fingerprint": "f"}
MATCH (c:Cluster {fingerprint: $fingerprint})
RETURN c.id AS key, c.centroid AS centroid
ORDER BY key
