// purpose: Documents of a hand-made graph, whatever text they had before.
// parameters: rows (list of {key, text, url, dup_group})
// returns: nothing
// example: {"rows": [{"key": "d1", "text": "Snow.", "url": "https://example.org/d1", "dup_group": "d1"}]}
UNWIND $rows AS row
MERGE (d:Document {id: row.key})
SET d.text = row.text, d.url = row.url, d.dup_group = row.dup_group
