// purpose: What each type of relationship joins, and the names of its properties, as one of them has them.
// parameters: none
// returns: type, first, second, properties
// example: {}
CALL {
  MATCH (:Document)-[r:LABELED]->(b) WITH r, b LIMIT 1 RETURN 'LABELED' AS type, 'Document' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Document)-[r:MENTIONS]->(b) WITH r, b LIMIT 1 RETURN 'MENTIONS' AS type, 'Document' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Document)-[r:IN_CLUSTER]->(b) WITH r, b LIMIT 1 RETURN 'IN_CLUSTER' AS type, 'Document' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Document)-[r:USES]->(b) WITH r, b LIMIT 1 RETURN 'USES' AS type, 'Document' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Document)-[r:STATES]->(b) WITH r, b LIMIT 1 RETURN 'STATES' AS type, 'Document' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Fact)-[r:FILLS]->(b) WITH r, b LIMIT 1 RETURN 'FILLS' AS type, 'Fact' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Slot)-[r:ABOUT]->(b) WITH r, b LIMIT 1 RETURN 'ABOUT' AS type, 'Slot' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Document)-[r:CANDIDATE]->(b) WITH r, b LIMIT 1 RETURN 'CANDIDATE' AS type, 'Document' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Document)-[r:SUPPORTS]->(b) WITH r, b LIMIT 1 RETURN 'SUPPORTS' AS type, 'Document' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Document)-[r:CONFLICTS_WITH]->(b) WITH r, b LIMIT 1 RETURN 'CONFLICTS_WITH' AS type, 'Document' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Fact)-[r:REPORTS]->(b) WITH r, b LIMIT 1 RETURN 'REPORTS' AS type, 'Fact' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Account)-[r:ACCOUNT_OF]->(b) WITH r, b LIMIT 1 RETURN 'ACCOUNT_OF' AS type, 'Account' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Conflict)-[r:CONTESTS]->(b) WITH r, b LIMIT 1 RETURN 'CONTESTS' AS type, 'Conflict' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Change)-[r:CAUSED_BY]->(b) WITH r, b LIMIT 1 RETURN 'CAUSED_BY' AS type, 'Change' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Question)-[r:ASKS]->(b) WITH r, b LIMIT 1 RETURN 'ASKS' AS type, 'Question' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Account)-[r:VERIFIED_BY]->(b) WITH r, b LIMIT 1 RETURN 'VERIFIED_BY' AS type, 'Account' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Review)-[r:REVIEWS]->(b) WITH r, b LIMIT 1 RETURN 'REVIEWS' AS type, 'Review' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Run)-[r:PRODUCED]->(b) WITH r, b LIMIT 1 RETURN 'PRODUCED' AS type, 'Run' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Response)-[r:ANSWERS]->(b) WITH r, b LIMIT 1 RETURN 'ANSWERS' AS type, 'Response' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Judgment)-[r:JUDGES]->(b) WITH r, b LIMIT 1 RETURN 'JUDGES' AS type, 'Judgment' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Judgment)-[r:COVERS]->(b) WITH r, b LIMIT 1 RETURN 'COVERS' AS type, 'Judgment' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Run)-[r:PROFILES]->(b) WITH r, b LIMIT 1 RETURN 'PROFILES' AS type, 'Run' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:Task)-[r:PROBES]->(b) WITH r, b LIMIT 1 RETURN 'PROBES' AS type, 'Task' AS first, labels(b) AS ends, keys(r) AS names
  UNION ALL
  MATCH (:ProbeFact)-[r:FROM]->(b) WITH r, b LIMIT 1 RETURN 'FROM' AS type, 'ProbeFact' AS first, labels(b) AS ends, keys(r) AS names
}
RETURN type, first, head(ends) AS second, names AS properties
