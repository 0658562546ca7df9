// purpose: What happened to conflicts since a time, in that order, and the documents that did it.
// parameters: after (ISO time in UTC, or the key of the change before), limit (integer)
// returns: key (time and id), at, kind, conflict, subject, attribute, account, before (JSON of accounts), after (JSON of
//          accounts), into, documents (list of {id, url, title})
// example: {"after": "2026-01-01T00:00:00.000+00:00", "limit": 10}
MATCH (ch:Change) WHERE ch.sort_key > $after
RETURN ch.sort_key AS key, ch.at AS at, ch.kind AS kind, ch.conflict AS conflict, ch.subject AS subject,
       ch.attribute AS attribute, ch.account AS account, ch.before AS before, ch.after AS after, ch.into AS into,
       [(ch)-[:CAUSED_BY]->(d:Document) | d {.id, .url, .title}] AS documents
ORDER BY key LIMIT $limit
