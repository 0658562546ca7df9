// purpose: The way from documents to items: how many passed each step, how many were dropped, and why.
// parameters: none
// returns: step, outcome, reason, count
// example: {}
CALL {
  MATCH (d:Document)
  RETURN '1 documents' AS step, coalesce(d.facts_status, 'pending') AS outcome, coalesce(d.facts_note, '') AS note, count(d) AS count
  UNION ALL
  MATCH (:Fact)
  RETURN '2 facts' AS step, 'ok' AS outcome, '' AS note, count(*) AS count
  UNION ALL
  MATCH (:Document)-[p:CANDIDATE]->(:Document)
  RETURN '3 candidate pairs' AS step, coalesce(p.relations_status, 'pending') AS outcome, coalesce(p.relations_note, '') AS note,
         count(p) AS count
  UNION ALL
  MATCH (:Document)-[r:SUPPORTS|CONFLICTS_WITH]->(:Document)
  RETURN '4 relations' AS step, CASE type(r) WHEN 'SUPPORTS' THEN 'support' ELSE 'conflict' END AS outcome, '' AS note,
         count(r) AS count
  UNION ALL
  MATCH (c:Conflict)
  RETURN '5 conflicts' AS step, CASE WHEN c.n_accounts > 1 THEN 'ok' ELSE 'dropped' END AS outcome,
         CASE WHEN c.n_accounts > 1 THEN '' ELSE 'fewer than two accounts' END AS note, count(c) AS count
  UNION ALL
  MATCH (c:Conflict) WHERE c.n_accounts > 1
  RETURN '6 items' AS step,
         CASE WHEN c.questions_fingerprint IS NULL THEN 'pending' ELSE coalesce(c.questions_status, 'pending') END AS outcome,
         coalesce(c.questions_note, '') AS note, count(c) AS count
}
WITH step, outcome, split(note, ' (')[0] AS reason, sum(count) AS count
RETURN step, outcome, reason, count
ORDER BY step, outcome = 'ok' DESC, count DESC, outcome, reason
