// purpose: The conflicts that made no item, each with the reason.
// parameters: reason (string: words of the reason) = null, limit (integer: how many rows at most) = 20
// returns: conflict, subject, attribute, outcome, reason
// example: {"reason": null, "limit": 20}
MATCH (c:Conflict)
WHERE c.n_accounts > 1 AND c.questions_fingerprint IS NOT NULL AND c.questions_status <> 'ok'
  AND ($reason IS NULL OR toLower(c.questions_note) CONTAINS toLower($reason))
RETURN c.id AS conflict, c.subject AS subject, c.attribute AS attribute, c.questions_status AS outcome, c.questions_note AS reason
ORDER BY reason, conflict LIMIT $limit
