// purpose: Makes documents without looking whether they exist.
// parameters: rows (list of {key})
// returns: nothing
// example: {"rows": []}
UNWIND $rows AS row
CREATE (:Document {id: row.key})
