// purpose: Groups of stored documents that have a MinHash band in common with incoming ones.
// parameters: band_0, band_1, band_2, band_3 (lists of {key, band}), most (number of documents a band)
// returns: key, id, dup_group
// example: {"band_0": [{"key": "d1", "band": 1}], "band_1": [], "band_2": [], "band_3": [], "most": 10}
UNWIND $band_0 AS row
CALL (row) { MATCH (d:Document {band_0: row.band}) RETURN d.id AS id, d.dup_group AS dup_group LIMIT $most }
RETURN row.key AS key, id, dup_group
UNION
UNWIND $band_1 AS row
CALL (row) { MATCH (d:Document {band_1: row.band}) RETURN d.id AS id, d.dup_group AS dup_group LIMIT $most }
RETURN row.key AS key, id, dup_group
UNION
UNWIND $band_2 AS row
CALL (row) { MATCH (d:Document {band_2: row.band}) RETURN d.id AS id, d.dup_group AS dup_group LIMIT $most }
RETURN row.key AS key, id, dup_group
UNION
UNWIND $band_3 AS row
CALL (row) { MATCH (d:Document {band_3: row.band}) RETURN d.id AS id, d.dup_group AS dup_group LIMIT $most }
RETURN row.key AS key, id, dup_group
