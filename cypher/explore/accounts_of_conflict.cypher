// purpose: The accounts of a conflict with the words of every document that reports them.
// parameters: conflict (conflict: its id)
// returns: value, side, sources (independent sources of the account), document, quote, start (first character of the quote),
//         end (character after the quote), url
// example: {"conflict": "x100001"}
MATCH (c:Conflict {id: $conflict})<-[:ACCOUNT_OF]-(acc:Account)<-[:REPORTS]-(f:Fact)<-[:STATES]-(d:Document)
RETURN acc.value AS value, acc.side AS side, acc.n_sources AS sources, d.id AS document, f.statement AS quote, f.start AS start,
       f.end AS end, d.url AS url
ORDER BY sources DESC, value, document, start
