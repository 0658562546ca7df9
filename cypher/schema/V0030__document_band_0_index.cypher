// purpose: Finds near-duplicate candidates by MinHash band 0.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX document_band_0 IF NOT EXISTS FOR (n:Document) ON (n.band_0)
