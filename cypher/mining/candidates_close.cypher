// purpose: Ends a round of candidates: its documents have had their share of the budget.
// parameters: rows (list of {key, setting, n_documents, budget, pairs, hub}), fingerprint (string)
// returns: nothing
// example: {"rows": [{"key": "00000001", "setting": "bounded", "n_documents": 3, "budget": 9, "pairs": 2, "hub": 50}],
//          "fingerprint": "f"}
UNWIND $rows AS row
MERGE (r:CandidateRound {id: row.key})
SET r.fingerprint = $fingerprint, r.setting = row.setting, r.n_documents = row.n_documents, r.budget = row.budget,
    r.pairs = row.pairs, r.hub = row.hub
