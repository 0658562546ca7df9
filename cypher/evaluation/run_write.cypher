// purpose: Writes an evaluation run.
// parameters: rows (list of {key, name, model, base_url, arm, benchmark, benchmark_sha256, prompt, samples, parameters_json, began})
// returns: nothing
// example: {"rows": [{"key": "run1", "name": "qwen", "model": "qwen", "base_url": "http://127.0.0.1:8000/v1",
//          "arm": "reasoning=off", "benchmark": "graph", "benchmark_sha256": "00", "prompt": "closed_book@1:00", "samples": 1,
//          "parameters_json": "{}", "began": "2026-01-01T00:00:00+00:00"}]}
UNWIND $rows AS row
MERGE (r:Run {id: row.key})
SET r.name = row.name, r.model = row.model, r.base_url = row.base_url, r.arm = row.arm, r.benchmark = row.benchmark,
    r.benchmark_sha256 = row.benchmark_sha256, r.prompt = row.prompt, r.samples = row.samples,
    r.parameters_json = row.parameters_json, r.began = row.began
