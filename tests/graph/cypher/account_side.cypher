// purpose: Gives accounts of a value a side.
// parameters: rows (list of {key: value, side})
// returns: nothing
// example: {"rows": [{"key": "1", "side": "majority"}]}
UNWIND $rows AS row
MATCH (acc:Account {value: row.key})
SET acc.side = row.side
