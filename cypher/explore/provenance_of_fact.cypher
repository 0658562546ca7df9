// purpose: Where a fact comes from: the document, its source, the characters, and what read it; and what became of it.
// parameters: fact (fact: its id)
// returns: fact, subject, attribute, value, quote, start (first character of the quote), end (character after the quote),
//         document, url, source (file and line), method, model, confidence, account, conflict
// example: {"fact": "fa100001"}
MATCH (f:Fact {id: $fact})<-[:STATES]-(d:Document)
OPTIONAL MATCH (f)-[:REPORTS]->(acc:Account)-[:ACCOUNT_OF]->(c:Conflict)
RETURN f.id AS fact, f.subject AS subject, f.attribute AS attribute, f.value AS value, f.statement AS quote, f.start AS start,
       f.end AS end, d.id AS document, d.url AS url, d.source AS source, f.method AS method, coalesce(f.model, 'rules') AS model,
       f.confidence AS confidence, acc.value AS account, c.id AS conflict
ORDER BY document, conflict
