// purpose: Proposals of the documents of one round.
// parameters: round (string), fingerprint (string), after (string), limit (integer)
// returns: key, ids, scores, via
// example: {"round": "00000001", "fingerprint": "f", "after": "", "limit": 10}
MATCH (d:Document)
WHERE d.id > $after AND d.candidates_round = $round AND d.candidates_fingerprint = $fingerprint
RETURN d.id AS key, coalesce(d.proposed, []) AS ids, coalesce(d.proposed_scores, []) AS scores,
       coalesce(d.proposed_via, []) AS via
ORDER BY key LIMIT $limit
