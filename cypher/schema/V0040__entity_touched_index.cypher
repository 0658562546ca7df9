// purpose: Finds entities whose derived properties are to be counted again.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX entity_touched IF NOT EXISTS FOR (n:Entity) ON (n.touched)
