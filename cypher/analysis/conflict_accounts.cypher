// purpose: Conflicts with the standing of their accounts, called as a model described them, if one did.
// parameters: after (string), limit (integer)
// returns: key, slot, subject, attribute, n_accounts, n_undecided, accounts (list of {account, value, value_kind, side,
//          n_documents, n_sources})
// example: {"after": "", "limit": 10}
MATCH (c:Conflict) WHERE c.id > $after AND c.n_accounts > 1
RETURN c.id AS key, c.slot AS slot, coalesce(c.described_subject, c.subject) AS subject,
       coalesce(c.described_attribute, c.attribute) AS attribute, c.n_accounts AS n_accounts, c.n_undecided AS n_undecided,
       [(c)<-[:ACCOUNT_OF]-(acc:Account) |
        {account: acc.id, value: acc.value, value_kind: acc.value_kind, side: acc.side, n_documents: acc.n_documents,
         n_sources: acc.n_sources}] AS accounts
ORDER BY key LIMIT $limit
