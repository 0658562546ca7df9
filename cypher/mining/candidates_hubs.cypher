// purpose: How many terms and entities more than hub documents share: they bring no pairs.
// parameters: hub (integer)
// returns: terms, entities
// example: {"hub": 50}
CALL () { MATCH (t:Term) WHERE t.n_documents > $hub RETURN count(t) AS terms }
CALL () { MATCH (e:Entity) WHERE e.n_documents > $hub RETURN count(e) AS entities }
RETURN terms, entities
