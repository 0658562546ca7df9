// purpose: The names of the properties of each label, as one of its nodes has them.
// parameters: none
// returns: label, properties
// example: {}
CALL {
  MATCH (n:Document) WITH n LIMIT 1 RETURN 'Document' AS label, keys(n) AS names
  UNION ALL
  MATCH (n:Entity) WITH n LIMIT 1 RETURN 'Entity' AS label, keys(n) AS names
  UNION ALL
  MATCH (n:KnowledgePoint) WITH n LIMIT 1 RETURN 'KnowledgePoint' AS label, keys(n) AS names
  UNION ALL
  MATCH (n:Term) WITH n LIMIT 1 RETURN 'Term' AS label, keys(n) AS names
  UNION ALL
  MATCH (n:Cluster) WITH n LIMIT 1 RETURN 'Cluster' AS label, keys(n) AS names
  UNION ALL
  MATCH (n:Fact) WITH n LIMIT 1 RETURN 'Fact' AS label, keys(n) AS names
  UNION ALL
  MATCH (n:Slot) WITH n LIMIT 1 RETURN 'Slot' AS label, keys(n) AS names
  UNION ALL
  MATCH (n:Account) WITH n LIMIT 1 RETURN 'Account' AS label, keys(n) AS names
  UNION ALL
  MATCH (n:Conflict) WITH n LIMIT 1 RETURN 'Conflict' AS label, keys(n) AS names
  UNION ALL
  MATCH (n:Change) WITH n LIMIT 1 RETURN 'Change' AS label, keys(n) AS names
  UNION ALL
  MATCH (n:Question) WITH n LIMIT 1 RETURN 'Question' AS label, keys(n) AS names
  UNION ALL
  MATCH (n:Evidence) WITH n LIMIT 1 RETURN 'Evidence' AS label, keys(n) AS names
  UNION ALL
  MATCH (n:Review) WITH n LIMIT 1 RETURN 'Review' AS label, keys(n) AS names
  UNION ALL
  MATCH (n:Run) WITH n LIMIT 1 RETURN 'Run' AS label, keys(n) AS names
  UNION ALL
  MATCH (n:Response) WITH n LIMIT 1 RETURN 'Response' AS label, keys(n) AS names
  UNION ALL
  MATCH (n:Judgment) WITH n LIMIT 1 RETURN 'Judgment' AS label, keys(n) AS names
  UNION ALL
  MATCH (n:ProbeFact) WITH n LIMIT 1 RETURN 'ProbeFact' AS label, keys(n) AS names
  UNION ALL
  MATCH (n:Task) WITH n LIMIT 1 RETURN 'Task' AS label, keys(n) AS names
}
UNWIND names AS name
WITH label, name ORDER BY name
RETURN label, collect(name) AS properties
