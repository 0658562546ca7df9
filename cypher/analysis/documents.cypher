// purpose: Documents with what is known of each, and with their texts if asked.
// parameters: text ('yes' or 'no'), after (string), limit (integer)
// returns: key, corpus, source, url, title, date, language, partition, quality, n_chars, dup_group, n_facts, text
// example: {"text": "no", "after": "", "limit": 10}
MATCH (d:Document) WHERE d.id > $after
RETURN d.id AS key, d.corpus AS corpus, d.source AS source, d.url AS url, d.title AS title, d.date AS date,
       d.language AS language, d.partition AS partition, d.quality AS quality, d.n_chars AS n_chars,
       d.dup_group AS dup_group, COUNT { (d)-[:STATES]->(:Fact) } AS n_facts,
       CASE WHEN $text = 'yes' THEN d.text END AS text
ORDER BY key LIMIT $limit
