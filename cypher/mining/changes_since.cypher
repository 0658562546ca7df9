// purpose: What happened to conflicts since a time, and the documents that did it.
// parameters: since (ISO time in UTC), after (string), limit (integer)
// returns: key, at, kind, conflict, subject, attribute, account, before (JSON of accounts), after (JSON of accounts), into,
//          documents (list of {id, url, title})
// example: {"since": "2026-01-01T00:00:00.000+00:00", "after": "", "limit": 10}
MATCH (ch:Change) WHERE ch.id > $after AND ch.at >= $since
RETURN ch.id AS key, ch.at AS at, ch.kind AS kind, ch.conflict AS conflict, ch.subject AS subject,
       ch.attribute AS attribute, ch.account AS account, ch.before AS before, ch.after AS after, ch.into AS into,
       [(ch)-[:CAUSED_BY]->(d:Document) | d {.id, .url, .title}] AS documents
ORDER BY key LIMIT $limit
