"""``add_corpus`` on both engines: what is stored, what is refused, what a second run does."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from graphprobe.config import CorpusSettings, GraphSettings
from graphprobe.corpus import CorpusReport, add_corpus, count_documents
from graphprobe.corpus.identity import derived_id
from graphprobe.errors import ConfigError
from graphprobe.graph import Graph

BRIDGE = (
    "The Karl Bridge was opened on 26 August 1910 by the mayor of Rotau. It is 412 metres long and carries "
    "two lanes of traffic. Its designer, Emil Norden, had built three bridges before. The river below it is "
    "called the Saar by the people of the valley. In 1944 the middle span was blown up, and it was rebuilt "
    "four years later with money from the county."
)
CHURCH = (
    "The church of Rotau was begun in 1302 and has a tower of wood. It was burned down twice, and both times "
    "the people of the town built it again. The bells were cast in Linden, and the largest weighs two "
    "tonnes. A painting of the valley hangs over the altar, and it was made by a monk whose name is lost."
)
MENU = "Home\nNews\nSport\nWeather\nLogin\nContact\nImprint"


def write_jsonl(path: Path, records: Iterable[Mapping[str, Any] | bytes]) -> Path:
    lines = [record if isinstance(record, bytes) else json.dumps(record).encode() for record in records]
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


def add(graph: Graph, *paths: Path, **settings: Any) -> CorpusReport:
    return add_corpus(graph, paths, CorpusSettings(**settings))


def documents(graph: Graph) -> dict[str, dict[str, Any]]:
    ids = [row["key"] for page in graph.pages("corpus/stats") for row in page]
    return {row["key"]: row for row in graph.read("corpus/known", ids=ids)}


def texts(graph: Graph) -> dict[str, str]:
    groups = sorted({row["dup_group"] for row in documents(graph).values()})
    return {row["id"]: row["text"] for row in graph.read("corpus/group_members", groups=groups, most=100)}


def groups(graph: Graph) -> dict[str, str]:
    return {key: row["dup_group"] for key, row in documents(graph).items()}


def test_documents_are_stored_with_what_is_known_of_them(graph: Graph, tmp_path: Path) -> None:
    path = write_jsonl(
        tmp_path / "a.jsonl",
        [
            {"id": "b", "text": BRIDGE, "url": "http://example.org/b", "title": "Bridge"},
            {"text": MENU, "url": "u"},
        ],
    )
    report = add(graph, path)
    assert (report.files, report.read, report.added, report.failed) == (1, 2, 2, 0)
    assert dict(report.partitions) == {"high": 1, "low": 1}
    stored = documents(graph)
    assert set(stored) == {"b", derived_id("u", MENU)}
    assert stored["b"]["language"] == "en"
    assert stored["b"]["partition"] == "high"
    assert stored["b"]["source"] == f"{path}:1"
    assert stored["b"]["dup_group"] == "b"
    assert texts(graph)["b"] == BRIDGE
    counts = count_documents(graph)
    assert counts["documents"] == 2
    assert counts["characters"] == len(BRIDGE) + len(MENU)
    assert counts["partitions"] == {"high": 1, "low": 1}


def test_a_second_run_writes_nothing(graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_jsonl(
        tmp_path / "a.jsonl", [{"id": str(n), "text": f"{BRIDGE} Note {n}."} for n in range(30)]
    )
    first = add(graph, path)
    before = documents(graph)

    def no_write(*_: object, **__: object) -> None:
        raise AssertionError("a rerun wrote")

    monkeypatch.setattr(graph, "write_together", no_write)
    monkeypatch.setattr(graph, "write", no_write)
    second = add(graph, path)
    assert (first.added, first.unchanged) == (30, 0)
    assert (second.added, second.unchanged, second.failed) == (0, 30, 0)
    assert second.languages == first.languages
    assert second.partitions == first.partitions
    assert documents(graph) == before


def test_equal_ids_with_equal_texts_are_one_document(graph: Graph, tmp_path: Path) -> None:
    record = {"id": "a", "text": BRIDGE}
    report = add(graph, write_jsonl(tmp_path / "a.jsonl", [record, record]))
    assert (report.added, report.unchanged) == (1, 1)


def test_an_id_with_two_texts_is_refused_and_both_places_are_named(graph: Graph, tmp_path: Path) -> None:
    first = write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "text": BRIDGE}, {"id": "a", "text": CHURCH}])
    second = write_jsonl(tmp_path / "b.jsonl", [{"id": "a", "text": MENU}])
    for path, line in ((first, 2), (second, 1)):
        report = add(graph, path)
        assert (report.refused, report.failed) == (1, 1), path
        [problem] = report.problems
        assert (problem.kind, problem.place) == ("refused", f"{path}:{line}")
        assert f"{first}:1" in problem.reason
    assert texts(graph) == {"a": BRIDGE}


def test_an_id_with_two_texts_far_apart_is_refused(graph: Graph, tmp_path: Path) -> None:
    between = [{"id": f"n{n}", "text": f"Note {n} of the town."} for n in range(2500)]
    records = [{"id": "a", "text": BRIDGE}, *between, {"id": "a", "text": CHURCH}]
    report = add(graph, write_jsonl(tmp_path / "a.jsonl", records))
    assert (report.added, report.refused) == (2501, 1)
    assert "a.jsonl:1)" in report.problems[0].reason


def test_a_named_corpus_keeps_ids_apart(graph: Graph, tmp_path: Path) -> None:
    one = write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "text": BRIDGE}])
    two = write_jsonl(tmp_path / "b.jsonl", [{"id": "a", "text": CHURCH}])
    assert add(graph, one, name="north").added == 1
    assert add(graph, two, name="south").added == 1
    assert texts(graph) == {"north:a": BRIDGE, "south:a": CHURCH}
    assert count_documents(graph)["corpora"] == {"north": 1, "south": 1}


BAD = [
    (b"{not json", "unreadable"),
    (b'"a string"', "unreadable"),
    (b'{"title": "no text"}', "unreadable"),
    (b'{"text": 17}', "unreadable"),
    (b'{"text": "caf\xe9"}', "unreadable"),
    (b'{"text": ""}', "empty"),
    (b'{"text": " \\u0000 \\n"}', "empty"),
    (b'{"text": null}', "empty"),
]


def test_bad_records_are_counted_and_named_and_the_rest_is_read(graph: Graph, tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", [*(line for line, _ in BAD), {"id": "a", "text": BRIDGE}])
    rejects = tmp_path / "out" / "rejects.jsonl"
    report = add_corpus(graph, [path], CorpusSettings(), rejects=rejects)
    assert (report.read, report.added, report.unreadable, report.empty) == (9, 1, 5, 3)
    expected = [(kind, f"{path}:{number}") for number, (_, kind) in enumerate(BAD, 1)]
    assert [(problem.kind, problem.place) for problem in report.problems] == expected
    lines = [json.loads(line) for line in rejects.read_text(encoding="utf-8").splitlines()]
    assert [(line["kind"], line["place"]) for line in lines] == expected


def test_only_the_first_problems_are_listed_and_all_are_in_the_rejects(graph: Graph, tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", [b"{"] * 50)
    report = add_corpus(graph, [path], CorpusSettings(), rejects=tmp_path / "rejects.jsonl")
    assert report.unreadable == 50
    assert len(report.problems) == 20
    assert len((tmp_path / "rejects.jsonl").read_text(encoding="utf-8").splitlines()) == 50


def test_hostile_and_unusual_texts_are_stored_as_they_are(graph: Graph, tmp_path: Path) -> None:
    hostile = "'}) DETACH DELETE (n) // {text: $text} \\u0027 ignore all instructions"
    cases = {
        "x'}) MATCH (n) DETACH DELETE n //": hostile,
        "nul": "a\0b",
        "surrogate": "half \ud83d gone",
        "ру́сский": "Мост был открыт в 1910 году мэром города Ротау и до сих пор стоит.",
        "emoji": "A bridge 🌉 in the fog",
    }
    records = [{"id": key, "text": text} for key, text in cases.items()]
    report = add(graph, write_jsonl(tmp_path / "a.jsonl", records))
    assert (report.added, report.repaired) == (5, 2)
    assert report.languages["ru"] == 1
    assert texts(graph) == {**cases, "nul": "ab", "surrogate": "half � gone"}


def test_a_text_of_one_and_a_half_million_characters_is_kept_whole(graph: Graph, tmp_path: Path) -> None:
    text = "".join(f"Sentence {number} of the long report. " for number in range(45_000))
    assert len(text) > 1_500_000
    report = add(graph, write_jsonl(tmp_path / "a.jsonl", [{"id": "long", "text": text}]))
    assert report.added == 1
    assert texts(graph)["long"] == text


def test_a_page_is_stored_as_its_text(graph: Graph, tmp_path: Path) -> None:
    page = f"<html><head><title>Bridge</title></head><body><p>{BRIDGE}</p></body></html>"
    report = add(graph, write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "text": page}]))
    assert report.stripped == 1
    assert texts(graph) == {"a": BRIDGE}


@pytest.mark.parametrize(("chosen", "kept"), [("high", {"a"}), ("low", {"b"}), ("all", {"a", "b"})])
def test_only_documents_of_the_partition_are_stored(
    graph: Graph, tmp_path: Path, chosen: str, kept: set[str]
) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "text": BRIDGE}, {"id": "b", "text": MENU}])
    report = add(graph, path, partition=chosen)
    assert set(documents(graph)) == kept
    assert report.outside == 2 - len(kept)
    assert dict(report.partitions) == {"high": 1, "low": 1}


def test_a_new_threshold_moves_documents_and_changes_nothing_else(graph: Graph, tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "text": MENU}])
    add(graph, path, tau=0.0)
    assert documents(graph)["a"]["partition"] == "high"
    report = add(graph, path, tau=1.0)
    assert (report.updated, report.unchanged) == (1, 0)
    assert documents(graph)["a"]["partition"] == "low"


def test_a_limit_takes_the_first_documents(graph: Graph, tmp_path: Path) -> None:
    path = write_jsonl(
        tmp_path / "a.jsonl", [b"{", *({"id": str(n), "text": f"Note {n}."} for n in range(9))]
    )
    assert add(graph, path, limit=3).added == 3
    assert set(documents(graph)) == {"0", "1", "2"}
    assert add(graph, path, limit=4).added == 1


def test_copies_share_a_group_named_after_the_smallest_id(graph: Graph, tmp_path: Path) -> None:
    records = [
        {"id": "m", "text": BRIDGE},
        {"id": "x", "text": CHURCH},
        {"id": "z", "text": "By Jane Roe, Northern Press\n" + BRIDGE},
        {"id": "c", "text": "Morning Post\n" + BRIDGE},
        {"id": "w", "text": BRIDGE.replace("26 August", "27 August")},
    ]
    report = add(graph, write_jsonl(tmp_path / "a.jsonl", records))
    assert groups(graph) == {"m": "c", "z": "c", "c": "c", "x": "x", "w": "w"}
    assert report.copies == 2
    assert count_documents(graph)["independent"] == 3


def test_a_document_added_later_finds_its_group(graph: Graph, tmp_path: Path) -> None:
    notes = [{"id": f"n{n}", "text": f"Note {n} about house {n * 7} of the town."} for n in range(20)]
    add(graph, write_jsonl(tmp_path / "a.jsonl", [{"id": "m", "text": BRIDGE}, *notes]))
    add(graph, write_jsonl(tmp_path / "b.jsonl", [{"id": "z", "text": "Morning Post\n" + BRIDGE}]))
    assert groups(graph)["z"] == "m"
    add(graph, write_jsonl(tmp_path / "c.jsonl", [{"id": "a", "text": BRIDGE + "\n© Northern Press"}]))
    found = groups(graph)
    assert (found["a"], found["m"], found["z"]) == ("a", "a", "a")
    assert found["n1"] == "n1"


def test_texts_that_contradict_each_other_dont_meet_through_a_third(graph: Graph, tmp_path: Path) -> None:
    one = BRIDGE + " The last war damage was repaired in 1951."
    other = BRIDGE + " The last war damage was repaired in 1953."
    records = [{"id": "a", "text": BRIDGE}, {"id": "b", "text": one}, {"id": "c", "text": other}]
    add(graph, write_jsonl(tmp_path / "a.jsonl", records))
    found = groups(graph)
    assert found["a"] == found["b"] == "a"
    assert found["c"] == "c"


def test_replace_takes_the_new_text_and_clears_what_was_mined(graph: Graph, tmp_path: Path) -> None:
    copy = {"id": "z", "text": "Morning Post\n" + BRIDGE}
    first = write_jsonl(
        tmp_path / "a.jsonl", [{"id": "a", "text": BRIDGE}, copy, {"id": "x", "text": CHURCH}]
    )
    second = write_jsonl(tmp_path / "b.jsonl", [{"id": "a", "text": CHURCH}, {"id": "a", "text": MENU}])
    add(graph, first)
    assert groups(graph) == {"a": "a", "z": "a", "x": "x"}
    report = add(graph, second, replace=True)
    assert (report.replaced, report.refused) == (1, 1)
    assert texts(graph) == {"a": CHURCH, "z": copy["text"], "x": CHURCH}
    assert groups(graph) == {"a": "a", "z": "z", "x": "a"}


def test_every_format_of_a_folder_in_one_run(graph: Graph, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "text": BRIDGE}])
    (tmp_path / "b.csv").write_text('id,text\nb,"The church, and its tower."\n', encoding="utf-8")
    (tmp_path / "sub" / "c.txt").write_text(CHURCH, encoding="utf-8")
    report = add(graph, tmp_path)
    assert (report.files, report.added) == (3, 3)
    assert set(texts(graph).values()) == {BRIDGE, "The church, and its tower.", CHURCH}


def test_tasks_in_processes_give_what_one_task_gives(
    graph: Graph, graph_settings: GraphSettings, tmp_path: Path
) -> None:
    for name in "abcd":
        records = [{"id": f"{name}{n}", "text": f"Note {n} of house {name}{n * 7}."} for n in range(10)]
        write_jsonl(tmp_path / f"{name}.jsonl", [*records, {"id": f"copy-{name}", "text": BRIDGE}, b"{"])
    settings = CorpusSettings(workers=2, tasks=4)
    report = add_corpus(graph, [tmp_path], settings, address=graph_settings)
    assert (report.read, report.added, report.unreadable, report.copies) == (48, 44, 4, 3)
    assert len(report.problems) == 4
    assert {groups(graph)[f"copy-{name}"] for name in "abcd"} == {"copy-a"}
    assert add_corpus(graph, [tmp_path], settings, address=graph_settings).unchanged == 44


def test_workers_without_an_address_are_an_error(graph: Graph, tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", [{"text": BRIDGE}])
    with pytest.raises(ConfigError, match="address"):
        add(graph, path, workers=2)


def test_a_missing_quality_model_is_told_before_anything_is_read(graph: Graph, tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", [{"text": BRIDGE}])
    with pytest.raises(ConfigError, match=r"model\.bin"):
        add(graph, path, quality_model=tmp_path / "model.bin")
    assert documents(graph) == {}


def test_nothing_is_printed(graph: Graph, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    add(graph, write_jsonl(tmp_path / "a.jsonl", [{"text": BRIDGE}, {"text": ""}]))
    assert capfd.readouterr() == ("", "")
