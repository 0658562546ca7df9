// purpose: Of some pairs of documents that meet in a slot those that are no candidate pairs.
// parameters: pairs (list of {slot, a, b})
// returns: slot, a, b
// example: {"pairs": [{"slot": "nobody | age", "a": "d1", "b": "d2"}]}
UNWIND $pairs AS pair
MATCH (a:Document {id: pair.a})
CALL (pair) {
  MATCH (b:Document {id: pair.b})
  RETURN b
}
WITH pair, a, b
WHERE NOT EXISTS { (a)-[:CANDIDATE]->(b) }
RETURN pair.slot AS slot, a.id AS a, b.id AS b
ORDER BY slot, a, b
