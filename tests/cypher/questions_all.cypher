// purpose: Every question with its status and how many responses it has.
// parameters: none
// returns: id, status, n_responses
// example: {}
MATCH (q:Question)
OPTIONAL MATCH (q)<-[:ANSWERS]-(o:Response)
RETURN q.id AS id, q.status AS status, count(o) AS n_responses
ORDER BY id
