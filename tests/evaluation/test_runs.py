"""Run folders: what they hold, what they refuse, and what survives of a log."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest
from small_benchmark import RECORDS, items, small_run, uid

from graphprobe.errors import ConfigError, DataError
from graphprobe.evaluation.benchmark import read_benchmark
from graphprobe.evaluation.records import Coverage, Judgment, Response
from graphprobe.evaluation.runs import create_run, file_name, open_run
from graphprobe.records import Status


def response(name: str, text: str = "Well.", sample: int = 0, status: Status = Status.OK) -> Response:
    return Response(uid(name), sample, status, text, "m")


def test_a_run_opens_as_it_was_made(tmp_path: Path) -> None:
    made = small_run(tmp_path / "run", samples=2, arm="reasoning=on")
    opened = open_run(tmp_path / "run")
    assert (opened.settings, opened.id, opened.environment) == (made.settings, made.id, made.environment)
    assert opened.items() == items()
    assert opened.name == "run"
    assert [list(found) for found in (opened.responses(), opened.judges())] == [[], []]
    assert opened.summary() == {}


def test_the_items_of_a_run_are_a_benchmark(tmp_path: Path) -> None:
    small_run(tmp_path / "run")
    assert read_benchmark(tmp_path / "run" / "items.jsonl").items == tuple(items())


def test_the_last_response_of_an_item_and_sample_counts(tmp_path: Path) -> None:
    folder = small_run(tmp_path / "run")
    with folder.response_log() as log:
        log(response("born", "first", status=Status.TRUNCATED))
        log(response("clue"))
        log(response("born", "other sample", sample=1))
        log(response("born", "second"))
    assert [(one.key, one.answer) for one in folder.responses()] == [
        ((uid("clue"), 0), "Well."),
        ((uid("born"), 1), "other sample"),
        ((uid("born"), 0), "second"),
    ]
    assert len(list(folder.every_response())) == 4


def test_a_broken_last_line_is_dropped_with_a_note(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = small_run(tmp_path / "run")
    path = tmp_path / "run" / "responses.jsonl"
    with folder.response_log() as log:
        log(response("born"))
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:40])
    assert [one.item for one in folder.responses()] == [uid("born")]
    with folder.response_log() as log:
        log(response("clue"))
    assert [one.item for one in folder.responses()] == [uid("born"), uid("clue")]
    assert path.read_bytes().startswith(whole)
    assert "a broken last line of 40 bytes is dropped" in caplog.text


@pytest.mark.parametrize("length", [10, 200_000])
def test_a_log_that_is_one_broken_line_begins_anew(tmp_path: Path, length: int) -> None:
    folder = small_run(tmp_path / "run")
    path = tmp_path / "run" / "responses.jsonl"
    path.write_bytes(b"x" * length)
    with folder.response_log() as log:
        log(response("born"))
    assert path.read_bytes().startswith(b'{"benchmark_id"')


def test_a_line_that_cant_be_read_is_left_out_and_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = small_run(tmp_path / "run")
    with folder.response_log() as log:
        log(response("born", "first"))
        log(response("born", "second"))
    path = tmp_path / "run" / "responses.jsonl"
    first, _ = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + b"\x00\x00\x00\n")
    with caplog.at_level(logging.WARNING):
        assert [one.answer for one in folder.responses()] == ["first"]
    assert "line 2 is left out" in caplog.text


def test_other_settings_are_refused_by_name(tmp_path: Path) -> None:
    made = small_run(tmp_path / "run")
    other = replace(made.settings, samples=4, parameters={"temperature": 1})
    with pytest.raises(ConfigError) as error:
        create_run(tmp_path / "run", other, items(), {})
    assert "samples: 1 there, 4 here" in str(error.value)
    assert 'parameters: {"temperature": 0} there, {"temperature": 1} here' in str(error.value)
    assert "model" not in str(error.value)


def test_more_samples_than_anyone_asks_for_are_refused(tmp_path: Path) -> None:
    small_run(tmp_path / "run")
    path = tmp_path / "run" / "run.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"samples": 1,', f'"samples": {10**12},'))
    with pytest.raises(DataError, match=r"settings\.samples: .* less than or equal to 10000"):
        open_run(tmp_path / "run")


def test_a_benchmark_may_have_moved_but_not_changed(tmp_path: Path) -> None:
    made = small_run(tmp_path / "run")
    moved = replace(made.settings, benchmark="elsewhere.jsonl")
    assert create_run(tmp_path / "run", moved, items(), {}).id == made.id
    with pytest.raises(ConfigError, match="benchmark_sha256"):
        create_run(tmp_path / "run", replace(moved, benchmark_sha256="11"), items(), {})


def test_another_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(ConfigError, match=r"something else than a run \(notes.txt\)"):
        small_run(tmp_path)
    with pytest.raises(ConfigError, match="isn't a folder"):
        small_run(tmp_path / "notes.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_run_killed_while_it_was_made_is_made_anew(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "items.jsonl").write_text("{half")
    (folder / ".run.json.x.part").write_text("{")
    assert small_run(folder).items() == items()


def test_one_command_at_a_time_writes(tmp_path: Path) -> None:
    folder = small_run(tmp_path / "run")
    with folder.response_log(), folder.judgment_log("offline"), folder.judgment_log("m"):
        with (
            pytest.raises(ConfigError, match=r"another command is writing responses.jsonl"),
            folder.response_log(),
        ):
            pass
        with pytest.raises(ConfigError, match=r"offline.jsonl"), folder.judgment_log("offline"):
            pass
    with folder.response_log():
        pass


def test_judges_are_kept_side_by_side(tmp_path: Path) -> None:
    folder = small_run(tmp_path / "run")
    for judge in ("offline", "org/large", "org-large"):
        with folder.judgment_log(judge) as log:
            coverage = (Coverage(True), Coverage(judge == "offline"))
            log(response("born"), Judgment(uid("born"), 0, judge, Status.OK, coverage))
    assert len(folder.judges()) == 3
    assert [one.judge for one in folder.judgments("org/large")] == ["org/large"]
    assert [one.judge for name in folder.judges() for one in folder.judgments(name)] == [
        {file_name(judge): judge for judge in ("offline", "org/large", "org-large")}[name]
        for name in folder.judges()
    ]


def test_names_of_judges_are_safe_for_files_and_stay_apart() -> None:
    names = ["offline", "org/large", "org:large", "../x", "", "n" * 300, "n" * 301, "ü"]
    files = [file_name(name) for name in names]
    assert files[0] == "offline"
    assert len(set(files)) == len(names)
    assert [file_name(name) for name in files] == files
    assert all(len(name) <= 80 and not name.startswith(".") and "/" not in name for name in files)


def test_what_is_no_run_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no run in this folder"):
        open_run(tmp_path)
    small_run(tmp_path / "run")
    path = tmp_path / "run" / "run.json"
    data = json.loads(path.read_text())
    path.write_text(json.dumps({**data, "format": 99}))
    with pytest.raises(DataError, match="newer version"):
        open_run(tmp_path / "run")
    path.write_text("{")
    with pytest.raises(DataError, match="can't be read"):
        open_run(tmp_path / "run")
    path.write_text(json.dumps({name: value for name, value in data.items() if name != "items_sha256"}))
    (tmp_path / "run" / "items.jsonl").write_text(json.dumps(RECORDS[0]) + "\n{}\n")
    with pytest.raises(DataError, match="items of the run can't be read"):
        open_run(tmp_path / "run").items()


def test_items_that_were_changed_are_refused(tmp_path: Path) -> None:
    folder = small_run(tmp_path / "run")
    path = tmp_path / "run" / "items.jsonl"
    whole = path.read_bytes()
    edited = whole.replace(b"1976", b"1977")
    for content in (edited, whole[: whole.rindex(b"\n", 0, -1) + 1], b""):
        path.write_bytes(content)
        with pytest.raises(DataError, match="aren't the items that the run was made with"):
            open_run(tmp_path / "run").items()
    path.write_bytes(whole)
    assert folder.items() == items()


def test_a_run_of_an_older_version_does_not_know_its_items(tmp_path: Path) -> None:
    small_run(tmp_path / "run")
    path = tmp_path / "run" / "run.json"
    data = json.loads(path.read_text())
    del data["items_sha256"]
    path.write_text(json.dumps(data))
    assert open_run(tmp_path / "run").items() == items()


@pytest.mark.parametrize(
    ("place", "value", "named"),
    [
        ("samples", "x", r"settings\.samples: Input should be a valid integer"),
        ("samples", True, r"settings\.samples"),
        ("samples", 0, r"settings\.samples: Input should be greater than or equal to 1"),
        ("limit", -1, r"settings\.limit"),
        ("model", None, r"settings\.model: Input should be a valid string"),
        ("parameters", None, r"settings\.parameters"),
        ("temperature", 1, r"settings\.temperature: Unexpected keyword argument"),
        (None, {"id": [5]}, "id: Input should be a valid string"),
        (None, {"settings": []}, "settings"),
        (None, {"environment": None}, "environment"),
        (None, {"format": "1"}, "format"),
        (None, {"items_sha256": 5}, "items_sha256"),
    ],
)
def test_settings_that_were_edited_are_checked(
    tmp_path: Path, place: str | None, value: object, named: str
) -> None:
    small_run(tmp_path / "run")
    path = tmp_path / "run" / "run.json"
    data = json.loads(path.read_text())
    if place is None:
        assert isinstance(value, dict)
        data |= value
    else:
        data["settings"][place] = value
    path.write_text(json.dumps(data))
    with pytest.raises(DataError, match=rf"run\.json: the run's settings can't be read: {named}"):
        open_run(tmp_path / "run")


def test_json_that_is_nested_too_deep_is_an_error(tmp_path: Path) -> None:
    folder = small_run(tmp_path / "run")
    deep = "[" * 100_000
    (tmp_path / "run" / "summary.json").write_text(deep)
    assert folder.summary() == {}
    (tmp_path / "run" / "items.jsonl").write_text(deep)
    with pytest.raises(DataError, match="items of the run can't be read"):
        replace(folder, items_sha256=None).items()
    (tmp_path / "run" / "run.json").write_text(deep)
    with pytest.raises(DataError, match="settings can't be read"):
        open_run(tmp_path / "run")
    (tmp_path / "run" / "run.json").write_text('{"format": 1, "settings": ' + deep)
    with pytest.raises(DataError, match="settings can't be read"):
        open_run(tmp_path / "run")
