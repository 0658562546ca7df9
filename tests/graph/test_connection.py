"""Reads, pages and writes, on both engines."""

from __future__ import annotations

import pytest

from graphprobe.errors import ConfigError, DataError, GraphError
from graphprobe.graph import Graph, connection


def documents(graph: Graph) -> dict[str, str]:
    return {row["key"]: row["text"] for page in graph.pages("probe/page") for row in page}


def test_writing_twice_changes_nothing(graph: Graph) -> None:
    rows = [{"key": f"d{i}", "text": f"text {i}"} for i in range(5)]

    assert graph.write("probe/document", rows) == 5
    assert graph.write("probe/document", rows) == 5

    assert documents(graph) == {f"d{i}": f"text {i}" for i in range(5)}


def test_rows_over_one_batch_all_arrive(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "BATCH_ROWS", 7)

    graph.write("probe/document", [{"key": f"d{i:03}", "text": "t"} for i in range(100)])

    assert len(documents(graph)) == 100


def test_batches_are_bounded_by_rows_and_bytes_and_sorted_by_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "BATCH_ROWS", 3)
    monkeypatch.setattr(connection, "BATCH_BYTES", 1000)
    rows = [{"key": key, "text": "x" * (990 if key == "c" else 1)} for key in "gfedcba"]

    batches = list(connection._batches(rows))

    assert [[row["key"] for row in batch] for batch in batches] == [["a", "b"], ["c"], ["d", "e", "f"], ["g"]]


def test_pages_come_in_order_of_key_whole_and_once(graph: Graph) -> None:
    keys = [f"d{i:03}" for i in range(25)]
    graph.write("probe/document", [{"key": key, "text": "t"} for key in reversed(keys)])

    pages = list(graph.pages("probe/page", limit=10))

    assert [len(page) for page in pages] == [10, 10, 5]
    assert [row["key"] for page in pages for row in page] == keys


def test_pages_are_whole_when_the_caller_writes_between_them(graph: Graph) -> None:
    graph.write("probe/document", [{"key": f"d{i:03}", "text": "t"} for i in range(30)])

    seen = []
    for page in graph.pages("probe/page_without_mark", limit=10):
        seen += [row["key"] for row in page]
        graph.write("probe/mark", page)

    assert seen == [f"d{i:03}" for i in range(30)]
    assert list(graph.pages("probe/page_without_mark", limit=10)) == []


def test_writing_together_is_all_or_nothing(graph: Graph) -> None:
    steps = [
        ("probe/document", [{"key": "d1", "text": "t"}]),
        ("probe/create", [{"key": "d1"}]),  # a second node of one key
    ]

    with pytest.raises(GraphError):
        graph.write_together(steps)

    assert documents(graph) == {}


def test_writing_together_takes_steps_in_order(graph: Graph) -> None:
    graph.write_together(
        [
            ("probe/document", [{"key": "d1", "text": "t"}]),
            ("probe/mark", [{"key": "d1"}]),
            ("probe/mark", []),
        ]
    )

    assert list(graph.pages("probe/page_without_mark")) == []
    assert documents(graph) == {"d1": "t"}


def test_a_uniqueness_constraint_is_enforced(graph: Graph) -> None:
    graph.write("probe/create", [{"key": "d1"}])

    with pytest.raises(GraphError, match="probe/create was refused"):
        graph.write("probe/create", [{"key": "d1"}])


def test_text_comes_back_as_it_went(graph: Graph) -> None:
    text = 'Яндекс 百度 é "quoted" \\ \u2028 {$rows} \U0001f600 ' + "x" * 100_000

    graph.write("probe/document", [{"key": "d1", "text": text}])

    assert documents(graph) == {"d1": text}


def test_a_text_of_many_megabytes_is_one_batch_of_its_own(graph: Graph) -> None:
    text = "щ" * 6_000_000

    graph.write("probe/document", [{"key": "d1", "text": text}, {"key": "d2", "text": "short"}])

    assert documents(graph) == {"d1": text, "d2": "short"}


def test_hostile_text_is_only_ever_a_parameter(graph: Graph) -> None:
    hostile = "x'}) MATCH (n) DETACH DELETE n //"

    graph.write("probe/document", [{"key": hostile, "text": hostile}])

    assert documents(graph) == {hostile: hostile}


def test_a_value_left_out_removes_the_property(graph: Graph) -> None:
    graph.write("probe/document", [{"key": "d1", "text": "t"}])
    graph.write("probe/document", [{"key": "d1", "text": None}])

    assert documents(graph) == {"d1": None}


def test_an_unstorable_value_is_refused_before_anything_is_written(graph: Graph) -> None:
    with pytest.raises(DataError, match="score = nan"):
        graph.write("probe/document", [{"key": "d1", "text": "t"}, {"key": "d2", "score": float("nan")}])

    assert documents(graph) == {}


def test_a_missing_key_is_refused_not_merged(graph: Graph) -> None:
    with pytest.raises(GraphError):
        graph.write("probe/document", [{"key": None, "text": "t"}])

    assert documents(graph) == {}


def test_an_unknown_statement_names_near_ones(graph: Graph) -> None:
    with pytest.raises(ConfigError, match="Did you mean graph/version"):
        graph.read("graph/versions")


def test_a_wrong_statement_is_one_line_with_its_name(graph: Graph) -> None:
    with pytest.raises(GraphError) as caught:
        graph.read("probe/broken")

    assert "probe/broken was refused" in caught.value.line()
    assert "\n" not in caught.value.line()


def test_temporal_values_are_read_as_iso_text(graph: Graph) -> None:
    [row] = graph.read("probe/temporal")

    assert row["day"] == "2021-03-04"
    assert row["moment"].startswith("2021-03-04T05:06:07")
    assert row["span"] == "P1DT2H"
    assert row["map"] == {"list": ["2021-03-04"]}


def test_a_type_without_relationships_cuts_no_statement_short(graph: Graph) -> None:
    rows = [{"key": f"d{i:03}", "text": "t"} for i in range(500)]
    graph.write("probe/document", rows)

    graph.write("probe/missing_type", rows)

    assert graph.read("probe/titled", title="marked") == [{"n": 500}]
