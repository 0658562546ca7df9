// purpose: How conflicts stand: what is contested, the accounts last written, and how many changes are told of them.
// parameters: keys (list of string: conflict ids)
// returns: key, slot, subject, attribute, accounts (list of {id, value_json, side, n_sources, documents}), n_changes (integer)
// example: {"keys": ["x100001"]}
UNWIND $keys AS key
MATCH (c:Conflict {id: key})
RETURN c.id AS key, c.slot AS slot, c.subject AS subject, c.attribute AS attribute,
       [(c)<-[:ACCOUNT_OF]-(acc:Account) |
        {id: acc.id, value_json: acc.value_json, side: acc.side, n_sources: acc.n_sources,
         documents: coalesce(acc.documents, [])}] AS accounts,
       COUNT { MATCH (ch:Change) WHERE ch.conflict = c.id } AS n_changes
