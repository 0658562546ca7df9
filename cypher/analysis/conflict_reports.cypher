// purpose: Conflicts with every statement behind their accounts.
// parameters: after (string), limit (integer)
// returns: key, reports (list of {account, document, fact, value, statement, start, end, value_start, value_end, method,
//          confidence})
// example: {"after": "", "limit": 10}
MATCH (c:Conflict) WHERE c.id > $after AND c.n_accounts > 1
RETURN c.id AS key,
       [(c)<-[:ACCOUNT_OF]-(acc:Account)<-[:REPORTS]-(f:Fact) |
        {account: acc.id, document: f.document_id, fact: f.id, value: f.value, statement: f.statement, start: f.start,
         end: f.end, value_start: f.value_start, value_end: f.value_end, method: f.method, confidence: f.confidence}] AS reports
ORDER BY key LIMIT $limit
