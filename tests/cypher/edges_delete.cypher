// purpose: Takes all conflict edges away.
// parameters: none
// returns: nothing
// example: {}
MATCH (:Document)-[r:CONFLICTS_WITH]->(:Document)
DELETE r
