// purpose: Finds near-duplicate candidates by MinHash band 3.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX document_band_3 IF NOT EXISTS FOR (n:Document) ON (n.band_3)
