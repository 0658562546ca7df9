// purpose: Pages changes in the order of time without a sort.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX change_sort_key IF NOT EXISTS FOR (n:Change) ON (n.sort_key)
