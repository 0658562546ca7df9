// purpose: Takes away what was mined from documents whose text is replaced: mentions, labels, clusters, pairs, relations.
// parameters: rows (list of {key})
// returns: nothing
// example: {"rows": [{"key": "d1"}]}
UNWIND $rows AS row
MATCH (:Document {id: row.key})-[r:MENTIONS|LABELED|IN_CLUSTER|CANDIDATE|SUPPORTS|CONFLICTS_WITH]-(other)
SET other.touched = CASE WHEN other:Entity OR other:Cluster THEN 'yes' END
DELETE r
