// purpose: Derives the number of documents, the name and the type of entities from their mentions.
// parameters: rows (list of {key})
// returns: nothing
// example: {"rows": [{"key": "vienna"}]}
UNWIND $rows AS row
MATCH (e:Entity {key: row.key})
OPTIONAL MATCH (e)<-[m:MENTIONS]-(:Document)
WITH e, m.name AS name, m.type AS type, count(m) AS n
ORDER BY type = 'MISC', n DESC, size(name) DESC, name, type
WITH e, sum(n) AS n_documents, head(collect(name)) AS name, head(collect(type)) AS type
SET e.n_documents = n_documents, e.name = coalesce(name, e.name), e.type = coalesce(type, e.type), e.touched = null
