// purpose: The last round of candidates that was finished; no row before the first.
// parameters: none
// returns: id
// example: {}
MATCH (r:CandidateRound)
RETURN r.id AS id
ORDER BY id DESC LIMIT 1
