"""Whether a benchmark file keeps the rules of the ElephantBench record format.

All problems of all records are found in one pass, whatever the lines hold: a broken line, a list where an
object should be, or an ``eval`` that is a number are problems of that record and nothing worse.
"""

from __future__ import annotations

import json
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from graphprobe.errors import DataError

FORBIDDEN = ("difficulty", "answer_type", "slot")
ALONE = "is the only record of its item group"


@dataclass(frozen=True, slots=True)
class RecordProblem:
    """What is wrong with one record: its line (0 for the file as a whole), its id if it has one, and why."""

    line: int
    benchmark_id: str
    problem: str


@dataclass(slots=True)
class ValidationReport:
    """Counts of a benchmark file and everything that is wrong with it."""

    records: int = 0
    unique_ids: int = 0
    unique_questions: int = 0
    item_groups: int = 0
    singleton_groups: int = 0
    problems: list[RecordProblem] = field(default_factory=list)

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def validate(path: Path) -> ValidationReport:
    """Checks a benchmark file.

    Raises:
        DataError: the file can't be read at all.
    """
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise DataError(f"the file can't be read: {error.strerror}", where=str(path)) from error
    return validate_lines(lines)


def validate_lines(lines: Iterable[bytes]) -> ValidationReport:
    """Checks the lines of a benchmark file; blank ones don't count."""
    report = ValidationReport()
    ids: defaultdict[str, list[int]] = defaultdict(list)
    questions: defaultdict[str, list[int]] = defaultdict(list)
    groups: Counter[str] = Counter()
    first_of_group: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        report.records += 1
        record = _read(line)
        name = _text(record, "benchmark_id")
        report.problems += [RecordProblem(number, name, problem) for problem in record_problems(record)]
        ids[name].append(number)
        questions[_normal(_text(_part(record, "eval"), "question"))].append(number)
        group = _text(record, "item_group_id")
        groups[group] += 1
        first_of_group.setdefault(group, number)
    for found in (ids, questions, groups):
        found.pop("", None)
    report.unique_ids, report.unique_questions, report.item_groups = len(ids), len(questions), len(groups)
    singles = sorted(first_of_group[group] for group, size in groups.items() if size < 2)
    report.singleton_groups = len(singles)
    report.problems += _repeated(ids, "benchmark_id") + _repeated(questions, "question")
    report.problems += [RecordProblem(number, "", ALONE) for number in singles]
    if not report.records:
        report.problems.append(RecordProblem(0, "", "the file holds no records"))
    report.problems.sort(key=lambda problem: problem.line)
    return report


def record_problems(record: object) -> list[str]:
    """What is wrong with one record by itself."""
    if not isinstance(record, Mapping):
        return ["isn't a JSON object"]
    problems = [
        f"{name} isn't a canonical lower-case UUID"
        for name in ("benchmark_id", "item_group_id")
        if not _is_uuid(record.get(name))
    ]
    body = record.get("eval")
    if not isinstance(body, Mapping):
        return [*problems, "eval isn't an object"]
    problems += [
        f"eval.{name} is missing or empty"
        for name in ("question", "preferred_answer")
        if not _text(body, name).strip()
    ]
    problems += [f"eval.{name} must be absent" for name in FORBIDDEN if name in body]
    return problems + list(_gold_problems(body.get("gold_answers")))


def _gold_problems(golds: object) -> Iterator[str]:
    if not isinstance(golds, list):
        yield "eval.gold_answers isn't a list"
        return
    if len(golds) < 2:
        yield "eval.gold_answers needs at least two answers"
    values = [_text(gold, "value").strip() for gold in golds]
    if not all(values):
        yield "eval.gold_answers holds an answer without a value"
    repeated = [value for value, count in Counter(v.casefold() for v in values if v).items() if count > 1]
    for value in repeated:
        yield f"eval.gold_answers holds {value!r} twice"


def _repeated(found: Mapping[str, list[int]], name: str) -> list[RecordProblem]:
    return [
        RecordProblem(number, "", f"repeats the {name} of line {numbers[0]}")
        for numbers in found.values()
        for number in numbers[1:]
    ]


def _read(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _part(record: object, name: str) -> object:
    return record.get(name) if isinstance(record, Mapping) else None


def _text(record: object, name: str) -> str:
    value = _part(record, name)
    return value if isinstance(value, str) else ""


def _normal(text: str) -> str:
    return " ".join(text.split()).casefold()


def _is_uuid(value: Any) -> bool:
    try:
        return isinstance(value, str) and str(uuid.UUID(value)) == value
    except ValueError:
        return False
