// purpose: Finds near-duplicate candidates by MinHash band 2.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX document_band_2 IF NOT EXISTS FOR (n:Document) ON (n.band_2)
