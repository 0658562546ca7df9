// purpose: The pairs of runs that complete most questions together, and what each adds to the other, by one judge.
// parameters: judge (string: offline, or the judge model's name) = "offline", limit (integer: how many rows at most) = 20
// returns: first, second, together (questions that either completes in some sample), both, only_first, only_second
// example: {"judge": "offline", "limit": 20}
MATCH (j:Judgment {judge: $judge})-[:JUDGES]->(o:Response)-[:ANSWERS]->(q:Question) WHERE j.outcome = 'complete'
MATCH (o)<-[:PRODUCED]-(r:Run)
WITH r, collect(DISTINCT q.id) AS complete
WITH collect({id: r.id, name: r.name, benchmark: r.benchmark_sha256, complete: complete}) AS runs
UNWIND runs AS a
UNWIND runs AS b
WITH a, b WHERE a.id < b.id AND a.benchmark = b.benchmark
WITH a, b, size([id IN a.complete WHERE id IN b.complete]) AS both
RETURN a.name AS first, b.name AS second, size(a.complete) + size(b.complete) - both AS together, both,
       size(a.complete) - both AS only_first, size(b.complete) - both AS only_second
ORDER BY together DESC, both, first, second LIMIT $limit
