"""Judging the responses of a run: what is open, in which round, and a log that nothing is lost from.

Judgments go in rounds. The command repeated goes on with the last one: it judges what has no readable verdict
there. Regrading begins another round, once the last one is whole, and the judgments of earlier rounds stay in
the log. So a command that was killed, whatever it was, continues by being repeated.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from graphprobe.corpus.add import Progress
from graphprobe.errors import ConfigError
from graphprobe.evaluation.judge import OFFLINE, Case, Judge, same_model
from graphprobe.evaluation.outcomes import Key
from graphprobe.evaluation.records import Item, Judgment, Response
from graphprobe.evaluation.runs import RESPONSES, RunFolder, check_sample
from graphprobe.records import Status

logger = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class JudgeReport:
    """What judging a run came to.

    Attributes:
        judge: the judge.
        round: the round that was worked on, from 0.
        judged: counts of the statuses of the judgments made now.
        left: responses that have no judgment in this round yet.
    """

    judge: str
    round: int
    judged: Mapping[str, int]
    left: int

    @property
    def unscored(self) -> int:
        """Responses judged now whose verdict couldn't be had or read."""
        return sum(count for status, count in self.judged.items() if status != Status.OK.value)


@dataclass(frozen=True, slots=True)
class Standing:
    """What the log says last of a response, without the texts."""

    round: int
    prompt: str
    status: Status
    note: str


def check_judge(judge: str, targets: Iterable[str]) -> None:
    """Makes sure that no model judges its own answers.

    Args:
        judge: the judge.
        targets: the models whose answers it's to judge.

    Raises:
        ConfigError: it is one of them.
    """
    own = next((target for target in targets if same_model(judge, target)), None)
    if judge != OFFLINE and own is not None:
        raise ConfigError(
            f"the judge {judge} would judge its own answers",
            where=f"target {own}",
            remedy="Name another with --judge, or pass --allow-self-judge.",
        )


def judge_run(
    folder: RunFolder,
    judge: Judge,
    *,
    again: bool = False,
    limit: int | None = None,
    progress: Progress | None = None,
) -> JudgeReport:
    """Judges the responses of a run that have no readable verdict yet, and logs each judgment as it comes.

    Only responses with status ``ok`` are judged; those to items that the run doesn't have are left out.

    Args:
        folder: the run.
        judge: the judge.
        again: judge everything once more in a round of its own; a round that isn't whole is finished first.
        limit: most responses to judge now.
        progress: what watches.

    Raises:
        ConfigError: another command is writing this judge's log, or the round was begun with another prompt.
        DataError: a response is of a sample that the run doesn't have.
        PartialError: the budget is spent; what was judged is in the log.
    """
    with folder.judgment_log(judge.name) as log:
        standing = {one.key: _standing(one) for one in folder.judgments(judge.name)}
        items = {item.id: item for item in folder.items()}
        answered = _answered(folder, items)
        number = round_to_judge(standing, answered, judge.prompt, again)
        open_keys = [key for key in answered if not _settled(standing.get(key), number)]
        chosen = set(open_keys[:limit])
        made: Counter[str] = Counter()
        with _watched(progress, len(chosen)) as advance:
            for batch in _batches(_cases(folder, items, chosen), judge.batch):
                judgments = judge.judge([case for _, case in batch], number)
                for (response, _), judgment in zip(batch, judgments, strict=True):
                    if judgment.status is Status.PENDING:
                        continue
                    made[judgment.status.value] += 1
                    now = _standing(judgment)
                    if now != standing.get(judgment.key):  # a failure in the cache comes back as it was
                        log(response, judgment)
                    standing[judgment.key] = now
                advance(len(batch))
                judge.check()
    left = sum(not _in_round(standing.get(key), number) for key in answered)
    return JudgeReport(judge.name, number, dict(made.most_common()), left)


def round_to_judge(
    standing: Mapping[Key, Standing], answered: Sequence[Key], prompt: str, again: bool
) -> int:
    """The round to work on.

    Args:
        standing: the last judgment of each response that has one.
        answered: the responses that are to be judged.
        prompt: the judge's prompt as it is now.
        again: whether everything is to be judged once more.

    Raises:
        ConfigError: the last round was begun with another prompt, and ``again`` isn't set.
    """
    if not standing:
        return 0
    last = max(one.round for one in standing.values())
    others = {one.prompt for one in standing.values() if one.round == last} - {prompt}
    whole = all(_in_round(standing.get(key), last) for key in answered)
    if again:
        return last + 1 if whole or others else last
    if others and not all(_settled(standing.get(key), last) for key in answered):
        raise ConfigError(
            f"the verdicts that are there were made with {', '.join(sorted(others))}, this is {prompt}",
            remedy="Pass --again to judge everything with the one prompt.",
        )
    return last


def _standing(judgment: Judgment) -> Standing:
    return Standing(judgment.round, judgment.prompt, judgment.status, judgment.note)


def _settled(standing: Standing | None, number: int) -> bool:
    return _in_round(standing, number) and standing is not None and standing.status is Status.OK


def _in_round(standing: Standing | None, number: int) -> bool:
    return standing is not None and standing.round == number


def _answered(folder: RunFolder, items: Mapping[str, Item]) -> list[Key]:
    """The responses that are to be judged; one warning tells of those that answer none of the items."""
    answered, strays = [], []
    for response in folder.logged_responses():
        if response.item not in items:
            strays.append(response.item)
            continue
        check_sample(folder, response)
        if response.status is Status.OK:
            answered.append(response.key)
    if strays:
        logger.warning(
            "%s: %d responses to items that the run doesn't have are left out, the first to %s",
            folder.path / RESPONSES,
            len(strays),
            strays[0],
        )
    return answered


def _cases(folder: RunFolder, items: Mapping[str, Item], chosen: set[Key]) -> Iterator[tuple[Response, Case]]:
    """The chosen responses as a judge sees them, in the order of the log."""
    for response in folder.responses():
        if response.key in chosen:
            item = items[response.item]
            yield (
                response,
                Case(item.id, response.sample, item.question, item.gold_answers, response.answer or ""),
            )


@contextmanager
def _watched(progress: Progress | None, count: int) -> Iterator[Callable[[int], None]]:
    """The function to call with how many responses were judged."""
    if progress is None:
        yield lambda _: None
        return
    progress.start("judge", "responses", count)
    try:
        yield progress.advance
    finally:
        progress.end()


def _batches(values: Iterable[T], size: int) -> Iterator[list[T]]:
    rest = iter(values)
    while batch := list(islice(rest, size)):
        yield batch
