// purpose: Slots in which documents meet and that were not looked at since their last fact came, with the first of the documents.
// parameters: fingerprint (string), most (integer), after (string), limit (integer)
// returns: key, facts (integer), ids (list of string)
// example: {"fingerprint": "f", "most": 8, "after": "", "limit": 10}
MATCH (s:Slot)
WHERE s.key > $after AND COUNT { (s)<-[:FILLS]-(:Fact) } > 1
  AND (coalesce(s.relations_fingerprint, '') <> $fingerprint OR s.relations_facts <> COUNT { (s)<-[:FILLS]-(:Fact) })
WITH s ORDER BY s.key LIMIT $limit
CALL (s) {
  MATCH (s)<-[:FILLS]-(f:Fact) WHERE f.method <> 'pair'
  WITH DISTINCT f.document_id AS id ORDER BY id LIMIT $most
  RETURN collect(id) AS ids
}
RETURN s.key AS key, COUNT { (s)<-[:FILLS]-(:Fact) } AS facts, ids
ORDER BY key
