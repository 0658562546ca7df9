// purpose: The first few members of near-duplicate groups, with their texts.
// parameters: groups (list of strings), most (number of members a group)
// returns: key, id, text
// example: {"groups": ["d1"], "most": 5}
UNWIND $groups AS group
CALL (group) {
  MATCH (d:Document {dup_group: group})
  RETURN d.id AS id, d.text AS text ORDER BY id LIMIT $most
}
RETURN group AS key, id, text
