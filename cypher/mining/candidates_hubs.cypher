// purpose: How many terms and entities more than hub documents share: they bring no pairs.
// parameters: hub (integer)
// returns: kind (terms or entities), hubs
// example: {"hub": 50}
MATCH (t:Term) WHERE t.n_documents > $hub
RETURN 'terms' AS kind, count(t) AS hubs
UNION ALL
MATCH (e:Entity) WHERE e.n_documents > $hub
RETURN 'entities' AS kind, count(e) AS hubs
