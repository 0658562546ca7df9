// purpose: The runs that the graph holds, with the outcomes that each judge found.
// parameters: none
// returns: run, model, arm, benchmark, judge, complete, partial, failed, unscored, began
// example: {}
MATCH (r:Run)-[:PRODUCED]->(:Response)<-[:JUDGES]-(j:Judgment)
WITH r, j.judge AS judge, sum(CASE WHEN j.outcome = 'complete' THEN 1 ELSE 0 END) AS complete,
     sum(CASE WHEN j.outcome = 'partial' THEN 1 ELSE 0 END) AS partial,
     sum(CASE WHEN j.outcome = 'failed' THEN 1 ELSE 0 END) AS failed, sum(CASE WHEN j.outcome IS NULL THEN 1 ELSE 0 END) AS unscored
RETURN r.name AS run, r.model AS model, r.arm AS arm, r.benchmark AS benchmark, judge, complete, partial, failed, unscored,
       r.began AS began
ORDER BY model, run, judge
