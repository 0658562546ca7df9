// purpose: Deletes some nodes with their relationships; run it until it deletes none. The schema stays.
// parameters: limit (integer)
// returns: deleted
// example: {"limit": 1}
MATCH (n:Document|Entity|KnowledgePoint|Term|Cluster|CandidateRound|Fact|Slot|Account|Conflict|Change|Question|Evidence|Review|Run|Response|Judgment|ProbeFact|Task)
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS deleted
