"""Outcomes of a run under one judge: everything that scores are made of, and none of the texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from graphprobe.errors import ConfigError, DataError
from graphprobe.evaluation.benchmark import Benchmark, read_benchmark
from graphprobe.evaluation.formats import read_judged, samples_of
from graphprobe.evaluation.records import Item, Judgment, Outcome, Response
from graphprobe.evaluation.runs import RunFolder, check_sample, file_name, open_run
from graphprobe.records import Status

Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Ending:
    """How one sample of one item ended.

    Attributes:
        response: status of the response; ``pending``: there is none.
        judgment: status of the judgment; ``pending``: there is a response to judge and no judgment yet; None:
            there is nothing to judge.
        outcome: what the judge made of it; None: unscored.
    """

    response: Status
    judgment: Status | None = None
    outcome: Outcome | None = None


NOTHING = Ending(Status.PENDING)


@dataclass(frozen=True, slots=True)
class RunOutcomes:
    """What one judge made of one run.

    Attributes:
        run: the name the run goes by in tables.
        model: the target model.
        judge: the judge.
        benchmark: SHA-256 of the benchmark.
        items: the fixed benchmark.
        samples: how many times each item was to be asked.
        endings: by item and sample; what isn't there has no response.
        mixed: verdicts are of several rounds of judging, since the last one isn't finished.
    """

    run: str
    model: str
    judge: str
    benchmark: str
    items: tuple[Item, ...]
    samples: int
    endings: Mapping[Key, Ending]
    mixed: bool = False

    def of(self, item: Item) -> list[Ending]:
        """How each sample of an item ended."""
        return [self.endings.get((item.id, sample), NOTHING) for sample in range(self.samples)]

    def outcomes(self) -> dict[str, int]:
        """Counts of the outcomes of all samples; ``unscored`` are those without one."""
        found = Counter(ending.outcome for item in self.items for ending in self.of(item))
        return {**{outcome.value: found[outcome] for outcome in Outcome}, "unscored": found[None]}

    def statuses(self) -> tuple[dict[str, int], dict[str, int]]:
        """Counts of the statuses of responses and of judgments, the commonest first.

        Those of responses sum up to items times samples, those of judgments to the responses that are ``ok``.
        """
        endings = [ending for item in self.items for ending in self.of(item)]
        responses = Counter(ending.response.value for ending in endings)
        judgments = Counter(ending.judgment.value for ending in endings if ending.judgment)
        return dict(responses.most_common()), dict(judgments.most_common())


def ending_of(response: Response, judgment: Judgment | None) -> Ending:
    """How a response ended. Without an answer there is nothing to judge, whatever was judged earlier."""
    if response.status is not Status.OK:
        return Ending(response.status)
    if judgment is None:
        return Ending(Status.OK, Status.PENDING)
    return Ending(Status.OK, judgment.status, judgment.outcome)


def read_outcomes(path: Path, judge: str | None = None, benchmark: Path | None = None) -> RunOutcomes:
    """The outcomes of a run folder, or of a judged file of the public code.

    Args:
        path: the folder or the file.
        judge: whose judgments; None: the only judge's.
        benchmark: the benchmark of a judged file; a run folder has its own.

    Raises:
        ConfigError: there is no such run or judge, there are several and none is named, or a file comes
            without its benchmark.
        DataError: something can't be read, or a response is to no item of the benchmark.
    """
    if path.is_file():
        if benchmark is None:
            raise ConfigError(
                "a judged file says nothing of its benchmark",
                where=str(path),
                remedy="Pass --benchmark FILE.",
            )
        return outcomes_of_file(path, read_benchmark(benchmark), judge)
    folder = open_run(path)
    return outcomes_of_run(folder, judge or only_judge(folder))


def outcomes_of_run(folder: RunFolder, judge: str) -> RunOutcomes:
    """The outcomes of a run under one judge.

    Raises:
        ConfigError: there are no judgments of this judge.
        DataError: a response is of a sample that the run doesn't have.
    """
    if file_name(judge) not in folder.judges():
        there = ", ".join(folder.judges()) or "nobody"
        raise ConfigError(f"{judge} has judged nothing here, {there} has", where=str(folder.path))
    settings = folder.settings
    endings: dict[Key, Ending] = {}
    for response in folder.responses():
        check_sample(folder, response)
        endings[response.key] = ending_of(response, None)
    name = judge
    rounds = set()
    for judgment in folder.judgments(judge):
        name = judgment.judge
        rounds.add(judgment.round)
        if endings.get(judgment.key, NOTHING).response is Status.OK:
            endings[judgment.key] = Ending(Status.OK, judgment.status, judgment.outcome)
    return RunOutcomes(
        folder.name,
        settings.model,
        name,
        settings.benchmark_sha256,
        tuple(folder.items()),
        settings.samples,
        endings,
        mixed=len(rounds) > 1,
    )


def outcomes_of_file(path: Path, benchmark: Benchmark, judge: str | None = None) -> RunOutcomes:
    """The outcomes of a judged file of the public code.

    Args:
        path: the file.
        benchmark: what was asked.
        judge: the judge's name; None: as the file says.

    Raises:
        DataError: the file can't be read, a response is to no item of the benchmark, or a sample's number is
            larger than the file allows.
    """
    known = {item.id for item in benchmark.items}
    models: dict[str, None] = {}
    judges: dict[str, None] = {}
    endings: dict[Key, Ending] = {}
    records = 0
    for response, judgment in read_judged(path):
        records += 1
        if response.item not in known:
            raise DataError(f"benchmark_id {response.item} isn't in {benchmark.source}", where=str(path))
        models[response.model] = None
        if judgment and judgment.judge:
            judges[judgment.judge] = None
        endings[response.key] = ending_of(response, judgment)
    samples = samples_of(max((sample for _, sample in endings), default=-1), records, path)
    return RunOutcomes(
        path.stem,
        ", ".join(models),
        judge or ", ".join(judges),
        benchmark.sha256,
        benchmark.items,
        max(samples, 1),
        endings,
    )


def only_judge(folder: RunFolder) -> str:
    """The judge of a run that has one.

    Raises:
        ConfigError: nobody has judged it, or several have.
    """
    judges = folder.judges()
    if not judges:
        raise ConfigError(
            "nobody has judged this run", where=str(folder.path), remedy="`graphprobe eval judge` does."
        )
    if len(judges) > 1:
        raise ConfigError(
            f"several have judged this run: {', '.join(judges)}",
            where=str(folder.path),
            remedy="Name one with --judge.",
        )
    return judges[0]
