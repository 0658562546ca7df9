// purpose: The evidence chain of a question, from its answers down to the characters of the documents that state them.
// parameters: question (question: its id)
// returns: question, answer, side, document, quote, start (first character of the quote), end (character after the quote),
//         value_start, value_end, url
// example: {"question": "q100001"}
MATCH (q:Question {id: $question})-[:ASKS]->(:Conflict)<-[:ACCOUNT_OF]-(acc:Account)<-[:REPORTS]-(f:Fact)<-[:STATES]-(d:Document)
RETURN q.question AS question, acc.value AS answer, acc.side AS side, d.id AS document, f.statement AS quote, f.start AS start,
       f.end AS end, f.value_start AS value_start, f.value_end AS value_end, d.url AS url
ORDER BY acc.n_sources DESC, answer, document, start
