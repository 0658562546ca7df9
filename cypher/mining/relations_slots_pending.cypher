// purpose: Slots in which documents meet and that were not looked at since their last fact came, with the documents, once for each fact.
// parameters: fingerprint (string), after (string), limit (integer)
// returns: key, facts (integer), ids (list of string)
// example: {"fingerprint": "f", "after": "", "limit": 10}
MATCH (s:Slot)
WHERE s.key > $after AND COUNT { (s)<-[:FILLS]-(:Fact) } > 1
  AND (coalesce(s.relations_fingerprint, '') <> $fingerprint OR s.relations_facts <> COUNT { (s)<-[:FILLS]-(:Fact) })
RETURN s.key AS key, COUNT { (s)<-[:FILLS]-(:Fact) } AS facts,
       [(s)<-[:FILLS]-(f:Fact) WHERE f.method <> 'pair' | f.document_id] AS ids
ORDER BY key LIMIT $limit
