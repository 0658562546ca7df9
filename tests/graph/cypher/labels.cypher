// purpose: All labels with what gave them.
// parameters: none
// returns: path, method, model, prompt
// example: {}
MATCH (:Document)-[r:LABELED]->(k:KnowledgePoint)
RETURN k.path AS path, r.method AS method, r.model AS model, r.prompt AS prompt
ORDER BY path
