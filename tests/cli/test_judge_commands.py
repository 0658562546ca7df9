"""``graphprobe judge agreement``: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from scripted_runs import lines, said, verdict
from scripted_server import ScriptedServer, says

from graphprobe.cli import run


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


def row(number: int, response: str, **human: Any) -> dict[str, Any]:
    return {
        "id": f"r{number}",
        "question": f"When was bank number {number} founded?",
        "gold_answers": ["1974"],
        "response": response,
        **human,
    }


def write(*rows: Any) -> str:
    text = "".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in rows)
    Path("graded.jsonl").write_text(text, "utf-8")
    return "graded.jsonl"


def test_agreement_offline(capsys: pytest.CaptureFixture[str]) -> None:
    file = write(
        row(0, "In 1974.", human_correct=True, annotators=[True, True]),
        row(1, "In 1999.", human_correct=False, annotators=[False, True]),
        row(2, "In 1999.", human_correct=True, annotators=[True, True]),
        row(3, "In 1974."),
    )

    assert run(["judge", "agreement", file, "--out", "judged.jsonl", "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert (found["judge"], found["n"], found["ungraded"], found["unusable"]) == ("offline", 3, 1, [])
    assert found["confusion"]["correct"] == {"correct": 1, "incorrect": 1}
    assert found["exact"]["value"] == pytest.approx(2 / 3)
    assert found["corrected_rate"]["value"] is not None
    rows = lines(Path("judged.jsonl"))
    assert [(one["id"], one["correct"]) for one in rows] == [
        ("r0", True),
        ("r1", False),
        ("r2", False),
        ("r3", True),
    ]

    assert run(["judge", "agreement", file]) == 0
    shown = capsys.readouterr().out
    for line in ("exact agreement", "Cohen's kappa", "Krippendorff's alpha", "correct, corrected, of 4"):
        assert line in shown


def test_outcomes_are_compared_as_outcomes(capsys: pytest.CaptureFixture[str]) -> None:
    both = {"gold_answers": ["1974", "1976"]}
    file = write(
        {**row(0, "In 1974."), **both, "human_outcome": "partial"},
        {**row(1, "In 1974, or 1976 as others say."), **both, "human_outcome": "complete"},
    )
    assert run(["judge", "agreement", file, "--out", "judged.jsonl", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["confusion"]["partial"]["partial"] == 1
    assert lines(Path("judged.jsonl"))[0]["outcome"] == "partial"


def test_a_model_as_the_judge(capsys: pytest.CaptureFixture[str]) -> None:
    file = write(row(0, "In 1974.", human_correct=True), row(1, "Never.", human_correct=False))
    with ScriptedServer() as server:
        server.then(says({"ready": True}))
        server.otherwise(
            lambda body: says(verdict("1974")) if "In 1974." in said(body) else says("I think it's wrong.")
        )
        command = ["judge", "agreement", file, "--judge", "m", "--base-url", server.url, "--out", "j.jsonl"]
        assert run(command) == 1

    assert "1 answers are unscored" in capsys.readouterr().out
    assert [(one["correct"], one["status"]) for one in lines(Path("j.jsonl"))] == [
        (True, "ok"),
        (None, "unparsed"),
    ]
    assert not any("human" in said(body) for body in server.requests)


def test_bad_rows_are_named_with_their_line(capsys: pytest.CaptureFixture[str]) -> None:
    file = write(row(0, "In 1974.", human_correct=True), "{", {"question": "?"})

    assert run(["judge", "agreement", file, "--json"]) == 1

    captured = capsys.readouterr()
    assert json.loads(captured.out)["n"] == 1
    assert "graded.jsonl:2" in captured.err
    assert "graded.jsonl:3" in captured.err


def test_verdicts_are_not_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    file = write(row(0, "In 1974.", human_correct=True))
    Path("judged.jsonl").write_text("kept", "utf-8")
    assert run(["judge", "agreement", file, "--out", "judged.jsonl"]) == 2
    assert "exists already" in capsys.readouterr().err
    assert Path("judged.jsonl").read_text("utf-8") == "kept"


def test_verdicts_are_not_written_over_what_was_judged(capsys: pytest.CaptureFixture[str]) -> None:
    file = write(row(0, "In 1974.", human_correct=True))
    before = Path(file).read_bytes()
    assert run(["judge", "agreement", file, "--out", f"./{file}", "--force"]) == 2
    assert "would be written over what it's made of" in capsys.readouterr().err
    assert Path(file).read_bytes() == before


@pytest.mark.parametrize("rows", [[], ["{"], ["{}", row(0, "In 1974.", human_correct="yes")]])
def test_a_file_without_a_usable_row_is_an_error(rows: list[Any], capsys: pytest.CaptureFixture[str]) -> None:
    file = write(*rows)
    assert run(["judge", "agreement", file, "--out", "judged.jsonl"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "graded.jsonl: no row can be used" in shown.err
    assert all(f"! graded.jsonl:{number}: " in shown.err for number in range(1, len(rows) + 1))
    assert not Path("judged.jsonl").exists()


def test_a_negative_seed_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    file = write(row(0, "In 1974.", human_correct=True))
    assert run(["judge", "agreement", file, "--seed", "-1"]) == 2
    assert "-1 is not in the range x>=0" in capsys.readouterr().err


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["judge", "agreement", "nothing.jsonl"]) == 2
    assert "nothing.jsonl" in capsys.readouterr().err
