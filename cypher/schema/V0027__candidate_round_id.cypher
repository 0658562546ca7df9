// purpose: No two CandidateRound nodes have the same id.
// parameters: none
// returns: nothing
// example: {}
CREATE CONSTRAINT candidate_round_id IF NOT EXISTS FOR (n:CandidateRound) REQUIRE n.id IS UNIQUE
