"""Runs that were made elsewhere: response files of the public ElephantBench code as run folders."""

from __future__ import annotations

from pathlib import Path

from graphprobe.errors import DataError
from graphprobe.evaluation.benchmark import Benchmark
from graphprobe.evaluation.formats import read_responses, samples_of
from graphprobe.evaluation.runs import RunFolder, RunSettings, create_run


def take_in(responses: Path, benchmark: Benchmark, out: Path) -> RunFolder:
    """Makes a run folder of a response file, so that it can be judged as a run of our own.

    Repeated, it adds the responses that the folder doesn't have yet.

    Args:
        responses: the file.
        benchmark: what the responses answer.
        out: the folder.

    Raises:
        ConfigError: the folder holds something else.
        DataError: the file can't be read, holds nothing, a response is to no item of the benchmark, or a
            sample's number is larger than the file allows.
    """
    known = {item.id for item in benchmark.items}
    models: dict[str, None] = {}
    records, largest = 0, -1
    for response in read_responses(responses):
        if response.item not in known:
            raise DataError(f"benchmark_id {response.item} isn't in {benchmark.source}", where=str(responses))
        models[response.model] = None
        records, largest = records + 1, max(largest, response.sample)
    if not records:
        raise DataError("there are no responses in it", where=str(responses))
    settings = RunSettings(
        model=", ".join(models),
        base_url="",
        benchmark=benchmark.source,
        benchmark_sha256=benchmark.sha256,
        prompt="",
        parameters={},
        samples=samples_of(largest, records, responses),
    )
    folder = create_run(out, settings, benchmark.items, {"responses": str(responses)})
    there = {response.key for response in folder.responses()}
    with folder.response_log() as log:
        for response in read_responses(responses):
            if response.key not in there:
                log(response)
    return folder


def targets(folder: RunFolder) -> list[str]:
    """The models whose answers a run holds."""
    return list(dict.fromkeys([folder.settings.model, *(response.model for response in folder.responses())]))
