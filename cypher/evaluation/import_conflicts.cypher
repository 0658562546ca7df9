// purpose: Writes the contested facts of a benchmark that was made elsewhere; n_accounts stays unset, which keeps them out of mining.
// parameters: rows (list of {key, benchmark, item_group, field, mechanism})
// returns: nothing
// example: {"rows": [{"key": "ic1", "benchmark": "elephantbench", "item_group": "4f8a1c1e-0000-4000-8000-000000000002"}]}
UNWIND $rows AS row
MERGE (c:Conflict {id: row.key})
ON CREATE SET c.benchmark = row.benchmark, c.item_group = row.item_group
SET c.field = coalesce(row.field, c.field), c.mechanism = coalesce(row.mechanism, c.mechanism)
