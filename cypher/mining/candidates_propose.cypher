// purpose: Writes what each document proposes to be compared with, best first, for the round that shares out the budget.
// parameters: rows (list of {key, ids, scores, via: sums of the numbers of reasons}), round (string), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "d1", "ids": ["d2"], "scores": [1.5], "via": [3]}], "round": "00000001", "fingerprint": "f"}
UNWIND $rows AS row
MATCH (d:Document {id: row.key})
SET d.candidates_round = $round, d.proposed = row.ids, d.proposed_scores = row.scores, d.proposed_via = row.via
