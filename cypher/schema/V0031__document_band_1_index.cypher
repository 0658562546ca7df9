// purpose: Finds near-duplicate candidates by MinHash band 1.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX document_band_1 IF NOT EXISTS FOR (n:Document) ON (n.band_1)
