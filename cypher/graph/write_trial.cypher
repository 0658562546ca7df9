// purpose: Makes a node and deletes it, to see whether the user may write.
// parameters: none
// returns: nothing
// example: {}
CREATE (m:Migration {version: -1})
DELETE m
