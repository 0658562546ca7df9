"""The example in docs/evaluation.md runs, and prints what stands below it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from scripted_runs import COMPLETE, PARTIAL, WRONG, item, make_run

from graphprobe.evaluation.judge import OfflineJudge
from graphprobe.evaluation.judging import judge_run
from graphprobe.records import Status

PAGE = Path(__file__).parents[2] / "docs" / "evaluation.md"
ANSWERS = {
    "on": [COMPLETE, COMPLETE, COMPLETE, WRONG, PARTIAL, Status.TRUNCATED],
    "off": [COMPLETE, PARTIAL, PARTIAL, WRONG, PARTIAL, WRONG],
}


def test_the_example_prints_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = re.search(r"```python\n(.*?)```\n\nprints\n\n```\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found
    example, printed = found.groups()
    items = [item(number, formulation=("named_entity", "clue_based")[number % 2]) for number in range(6)]
    for name, answers in ANSWERS.items():
        judge_run(make_run(tmp_path / "runs" / name, answers, items=items), OfflineJudge())
    monkeypatch.chdir(tmp_path)

    exec(compile(example, str(PAGE), "exec"), {})

    assert capsys.readouterr().out == printed
