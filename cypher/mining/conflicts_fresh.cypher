// purpose: Those of some documents that came, or got another text, since conflicts were last brought up to date.
// parameters: ids (list of string)
// returns: key
// example: {"ids": ["a100001"]}
UNWIND $ids AS id
MATCH (d:Document {id: id}) WHERE d.settled IS NULL
RETURN d.id AS key
