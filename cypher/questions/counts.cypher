// purpose: How much the graph holds of each step on the way to a release.
// parameters: none
// returns: documents, documents_not_read, facts, slots, candidate_pairs, support_edges, conflict_edges, conflicts, accounts
// example: {}
OPTIONAL MATCH (d:Document)
WITH count(d) AS documents, sum(CASE WHEN d.facts_status = 'filtered' THEN 1 ELSE 0 END) AS documents_not_read
OPTIONAL MATCH (f:Fact)
WITH documents, documents_not_read, count(f) AS facts
OPTIONAL MATCH (s:Slot)
WITH documents, documents_not_read, facts, count(s) AS slots
OPTIONAL MATCH (:Document)-[p:CANDIDATE]->(:Document)
WITH documents, documents_not_read, facts, slots, count(p) AS candidate_pairs
OPTIONAL MATCH (:Document)-[r:SUPPORTS]->(:Document)
WITH documents, documents_not_read, facts, slots, candidate_pairs, count(r) AS support_edges
OPTIONAL MATCH (:Document)-[x:CONFLICTS_WITH]->(:Document)
WITH documents, documents_not_read, facts, slots, candidate_pairs, support_edges, count(x) AS conflict_edges
OPTIONAL MATCH (c:Conflict) WHERE c.n_accounts > 1
WITH documents, documents_not_read, facts, slots, candidate_pairs, support_edges, conflict_edges, count(c) AS conflicts
OPTIONAL MATCH (acc:Account) WHERE acc.benchmark IS NULL
RETURN documents, documents_not_read, facts, slots, candidate_pairs, support_edges, conflict_edges, conflicts, count(acc) AS accounts
