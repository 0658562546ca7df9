// purpose: Writes what happened to conflicts, with the documents that did it; what is written already stays as it is.
// parameters: rows (list of {key, kind, conflict, slot, subject, attribute, account, before, after, into, documents (list of id)}),
//             at (ISO time in UTC)
// returns: nothing
// example: {"rows": [{"key": "h1", "kind": "appeared", "conflict": "c1", "slot": "nobody | age", "subject": "Nobody",
//          "attribute": "age", "account": null, "before": "[]", "after": "[]", "into": null, "documents": ["a100001"]}],
//          "at": "2026-01-01T00:00:00.000+00:00"}
UNWIND $rows AS row
MERGE (ch:Change {id: row.key})
ON CREATE SET ch.at = $at, ch.sort_key = $at + ' ' + row.key, ch.kind = row.kind, ch.conflict = row.conflict, ch.slot = row.slot, ch.subject = row.subject,
    ch.attribute = row.attribute, ch.account = row.account, ch.before = row.before, ch.after = row.after, ch.into = row.into
WITH ch, row
UNWIND row.documents AS document
MATCH (d:Document {id: document})
MERGE (ch)-[:CAUSED_BY]->(d)
