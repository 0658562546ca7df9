// purpose: Pages of what is known of each document, for counts.
// parameters: after (string), limit (number)
// returns: key, corpus, language, partition, quality, n_chars, dup_group
// example: {"after": "", "limit": 10}
MATCH (d:Document)
WHERE d.id > $after
RETURN d.id AS key, d.corpus AS corpus, d.language AS language, d.partition AS partition, d.quality AS quality,
       d.n_chars AS n_chars, d.dup_group AS dup_group
ORDER BY key LIMIT $limit
