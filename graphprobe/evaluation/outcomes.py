"""Outcomes of a run under one judge: everything that scores are made of, and none of the texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graphprobe.errors import DataError
from graphprobe.evaluation.records import Item, Judgment, Outcome, Response
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
    """

    run: str
    model: str
    judge: str
    benchmark: str
    items: tuple[Item, ...]
    samples: int
    endings: Mapping[Key, Ending]

    def of(self, item: Item) -> list[Ending]:
        """How each sample of an item ended."""
        return [self.endings.get((item.id, sample), NOTHING) for sample in range(self.samples)]

    def statuses(self) -> tuple[dict[str, int], dict[str, int]]:
        """Counts of the statuses of responses and of judgments, the commonest first.

        Those of responses sum up to items times samples, those of judgments to the responses that are ``ok``.
        """
        endings = [ending for item in self.items for ending in self.of(item)]
        responses = Counter(ending.response.value for ending in endings)
        judgments = Counter(ending.judgment.value for ending in endings if ending.judgment)
        return dict(responses.most_common()), dict(judgments.most_common())


def join(
    items: Iterable[Item], responses: Iterable[Response], judgments: Iterable[Judgment], where: str = ""
) -> dict[Key, Ending]:
    """How each response ended under a judge.

    A judgment counts only where there is a response to judge: one of an earlier response that was asked for
    again, and failed, doesn't.

    Args:
        items: the benchmark.
        responses: responses to it; of two with one key the later counts.
        judgments: judgments of one judge; of two with one key the later counts.
        where: what an error names.

    Raises:
        DataError: a response is to no item of the benchmark.
    """
    known = {item.id for item in items}
    endings: dict[Key, Ending] = {}
    for response in responses:
        if response.item not in known:
            raise DataError(f"benchmark_id {response.item} isn't in the benchmark", where=where)
        endings[response.key] = _UNJUDGED if response.status is Status.OK else Ending(response.status)
    for judgment in judgments:
        if endings.get(judgment.key, NOTHING).response is Status.OK:
            endings[judgment.key] = Ending(Status.OK, judgment.status, judgment.outcome)
    return endings


_UNJUDGED = Ending(Status.OK, Status.PENDING)
