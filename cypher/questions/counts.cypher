// purpose: How much the graph holds of each step on the way to a release.
// parameters: none
// returns: documents, facts, slots, candidate_pairs, support_edges, conflict_edges, conflicts, accounts
// example: {}
CALL () { MATCH (d:Document) RETURN count(d) AS documents }
CALL () { MATCH (f:Fact) RETURN count(f) AS facts }
CALL () { MATCH (s:Slot) RETURN count(s) AS slots }
CALL () { MATCH (:Document)-[r:CANDIDATE]->() RETURN count(r) AS candidate_pairs }
CALL () { MATCH (:Document)-[r:SUPPORTS]->() RETURN count(r) AS support_edges }
CALL () { MATCH (:Document)-[r:CONFLICTS_WITH]->() RETURN count(r) AS conflict_edges }
CALL () { MATCH (c:Conflict) WHERE c.n_accounts > 1 RETURN count(c) AS conflicts }
CALL () { MATCH (acc:Account) RETURN count(acc) AS accounts }
RETURN documents, facts, slots, candidate_pairs, support_edges, conflict_edges, conflicts, accounts
