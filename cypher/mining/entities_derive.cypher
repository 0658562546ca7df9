// purpose: Derives the number of documents, the name and the type of entities from their mentions.
// parameters: rows (list of {key})
// returns: nothing
// example: {"rows": [{"key": "vienna"}]}
UNWIND $rows AS row
MATCH (e:Entity {key: row.key})
CALL (e) {
  MATCH (e)<-[m:MENTIONS]-(:Document)
  WITH m.name AS name, count(*) AS n ORDER BY n DESC, size(name) DESC, name LIMIT 1
  RETURN head(collect(name)) AS name
}
CALL (e) {
  MATCH (e)<-[m:MENTIONS]-(:Document)
  WITH m.type AS type, count(*) AS n ORDER BY type <> 'MISC' DESC, n DESC, type LIMIT 1
  RETURN head(collect(type)) AS type
}
SET e.n_documents = COUNT { (e)<-[:MENTIONS]-() }, e.name = coalesce(name, e.name), e.type = coalesce(type, e.type),
    e.touched = null
