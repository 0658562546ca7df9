// purpose: The rounds in which the budget was shared out, one a run that added documents or changed settings.
// parameters: none
// returns: id, setting, documents, budget, pairs, hub
// example: {}
MATCH (r:CandidateRound)
RETURN r.id AS id, r.setting AS setting, r.n_documents AS documents, r.budget AS budget, r.pairs AS pairs, r.hub AS hub
ORDER BY id
