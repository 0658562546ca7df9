// purpose: The conflicts that a run answers otherwise when asked by clues than when asked by name, by one judge.
// parameters: judge (string: offline, or the judge model's name) = "offline", limit (integer: how many rows at most) = 20
// returns: conflict, run, sample, named (outcome of the named-entity question), by_clues (outcome of the clue-based one),
//         named_question, clue_question
// example: {"judge": "offline", "limit": 20}
MATCH (j:Judgment {judge: $judge})-[:JUDGES]->(o:Response)-[:ANSWERS]->(n:Question {formulation: 'named_entity'})-[:ASKS]->(c:Conflict)
MATCH (o)<-[:PRODUCED]-(r:Run)
MATCH (c)<-[:ASKS]-(k:Question {formulation: 'clue_based'})<-[:ANSWERS]-(p:Response)<-[:PRODUCED]-(s:Run)
WHERE s.id = r.id AND p.sample = o.sample
MATCH (p)<-[:JUDGES]-(i:Judgment) WHERE i.judge = $judge AND i.outcome <> j.outcome
RETURN c.id AS conflict, r.name AS run, o.sample AS sample, j.outcome AS named, i.outcome AS by_clues, n.question AS named_question,
       k.question AS clue_question
ORDER BY conflict, run, sample LIMIT $limit
