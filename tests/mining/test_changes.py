"""What is told of a conflict that appears, changes or goes away, and of the documents that did it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from contested import (
    Fact,
    conflict_rows,
    delete_edges,
    edge,
    replace_documents,
    run_conflicts,
    write_contested,
)

from graphprobe.errors import GraphError
from graphprobe.graph import Graph
from graphprobe.mining.changes import (
    MAJORITY,
    MINORITY,
    TIE,
    ChangeKind,
    Standing,
    change_rows,
    changes_between,
    match_accounts,
)
from graphprobe.mining.conflicts import Conflicts, conflict_id
from graphprobe.text.values import Kind, parse_value

Told = tuple[str, list[str]]


def standing(text: str, side: str, *documents: str, kind: Kind = Kind.DATE) -> Standing:
    return Standing(f"id of {text}", parse_value(text, kind), side, len(documents), frozenset(documents))


def told(changes: list[Any]) -> list[tuple[str, str | None, tuple[str, ...]]]:
    return [(change.kind.value, change.account, change.documents) for change in changes]


EARLY = standing("1974", MAJORITY, "d1", "d2")
LATE = standing("1976", MINORITY, "d3")


def test_equal_states_are_no_change() -> None:
    assert changes_between([EARLY, LATE], [EARLY, LATE]) == []
    assert changes_between([], []) == []
    assert changes_between([EARLY], [LATE]) == [], "one account is no conflict"


def test_a_conflict_appears_by_the_document_that_came() -> None:
    assert told(changes_between([], [EARLY, LATE], {"d3", "elsewhere"})) == [("appeared", None, ("d3",))]


def test_without_a_fresh_document_all_that_report_it_are_named() -> None:
    assert told(changes_between([], [EARLY, LATE])) == [("appeared", None, ("d1", "d2", "d3"))]


def test_a_conflict_goes_away_with_the_document_that_changed() -> None:
    assert told(changes_between([EARLY, LATE], [EARLY], {"d3"})) == [("went_away", None, ("d3",))]


def test_gained_and_lost_accounts() -> None:
    third = standing("1983", MINORITY, "d4", "d5")
    assert told(changes_between([EARLY, LATE], [EARLY, LATE, third], {"d4"})) == [
        ("gained_account", "id of 1983", ("d4",))
    ]
    assert told(changes_between([EARLY, LATE, third], [EARLY, LATE])) == [
        ("lost_account", "id of 1983", ("d4", "d5"))
    ]


def test_a_source_more_is_no_change_until_the_majority_changes() -> None:
    tie = [standing("1974", TIE, "d1", "d2"), standing("1976", TIE, "d3", "d4")]
    after = [standing("1976", MAJORITY, "d3", "d4", "d5"), standing("1974", MINORITY, "d1", "d2")]
    wider = [standing("1974", MAJORITY, "d1", "d2", "d9"), LATE]
    assert changes_between([EARLY, LATE], wider, {"d9"}) == []
    assert told(changes_between([EARLY, LATE], tie, {"d4"})) == [("majority_changed", None, ("d4",))]
    assert told(changes_between(tie, after, {"d5"})) == [("majority_changed", "id of 1976", ("d5",))]


def test_a_document_that_founds_a_minority_has_no_part_in_a_new_majority() -> None:
    tie = [standing("1974", TIE, "d1"), standing("1976", TIE, "d3")]
    after = [
        standing("1976", MAJORITY, "d3", "d5"),
        standing("1974", MINORITY, "d1"),
        standing("1983", MINORITY, "d6"),
    ]
    assert told(changes_between(tie, after, {"d5", "d6"})) == [
        ("gained_account", "id of 1983", ("d6",)),
        ("majority_changed", "id of 1976", ("d5",)),
    ]


def test_losing_the_majority_account_changes_the_majority_too() -> None:
    third = standing("1983", MINORITY, "d4")
    after = [standing("1976", TIE, "d3"), standing("1983", TIE, "d4")]
    assert told(changes_between([EARLY, LATE, third], after, {"d1", "d2"})) == [
        ("lost_account", "id of 1974", ("d1", "d2")),
        ("majority_changed", None, ("d1", "d2")),
    ]


def test_an_account_whose_value_became_more_precise_is_the_same() -> None:
    rough, precise = standing("1910", MAJORITY, "d1"), standing("26 August 1910", MAJORITY, "d1", "d2")
    other = standing("1911", MINORITY, "d3")
    assert match_accounts([rough, other], [precise, other]) == {
        "id of 1910": "id of 26 August 1910",
        "id of 1911": "id of 1911",
    }
    assert changes_between([rough, other], [precise, other], {"d2"}) == []


def test_words_that_cannot_be_compared_are_the_same_account_only_of_an_unchanged_document() -> None:
    old = standing("cold tar", TIE, "d1", kind=Kind.TEXT)
    new = standing("a grey salve", TIE, "d1", "d2", kind=Kind.TEXT)
    assert match_accounts([old], [new], {"d2"}) == {"id of cold tar": "id of a grey salve"}
    assert match_accounts([old], [new], {"d1", "d2"}) == {}


def test_each_account_becomes_at_most_one() -> None:
    decade = standing("the 1970s", MAJORITY, "d1", "d2", "d3")
    years = [standing("1975", MAJORITY, "d1", "d2"), standing("1978", MINORITY, "d3")]
    assert match_accounts([decade], years) == {"id of the 1970s": "id of 1975"}


def test_the_id_of_a_change_tells_a_return_from_a_repetition() -> None:
    appeared = changes_between([], [EARLY, LATE])
    named: dict[str, Any] = {"conflict": "c", "slot": "s", "subject": "x", "attribute": "y"}
    [first], [again] = (change_rows(appeared, **named, earlier=0) for _ in range(2))
    [later] = change_rows(appeared, **named, earlier=2)
    assert first == again
    assert first["key"] != later["key"]


# The stage, on both engines


BANK = "Grameen Bank"
A, B, C = (
    Fact(document, BANK, "date of founding", Kind.DATE, year)
    for document, year in (("d1", "1974"), ("d2", "1976"), ("d3", "1983"))
)
ID = conflict_id(A.slot)
SINCE = "2000-01-01T00:00:00.000+00:00"


def changes(graph: Graph) -> list[Told]:
    """Kinds of all changes with their documents, in the order of time."""
    rows = graph.read("mining/changes_since", after=SINCE, limit=1000)
    rows.sort(key=lambda row: (row["at"], row["kind"]))
    assert {row["conflict"] for row in rows} <= {ID}
    return [(row["kind"], sorted(document["id"] for document in row["documents"])) for row in rows]


def new_changes(graph: Graph) -> list[Told]:
    """What one run of the stage adds."""
    before = changes(graph)
    run_conflicts(graph)
    after = changes(graph)
    assert after[: len(before)] == before
    return after[len(before) :]


@pytest.fixture
def contested(graph: Graph) -> Graph:
    """A graph with a conflict of 1974 (d1) and 1976 (d2) that was grouped."""
    write_contested(graph, [A, B], [edge(A, B)])
    run_conflicts(graph)
    return graph


def test_the_first_run_tells_of_every_conflict(contested: Graph) -> None:
    [row] = contested.read("mining/changes_since", after=SINCE, limit=10)
    assert (row["kind"], row["subject"], row["attribute"]) == (
        ChangeKind.APPEARED.value,
        BANK,
        "date of founding",
    )
    assert json.loads(row["before"]) == []
    accounts = {
        account["value"]: (account["side"], account["n_sources"]) for account in json.loads(row["after"])
    }
    assert accounts == {"1974": (TIE, 1), "1976": (TIE, 1)}
    assert {document["id"]: document["url"] for document in row["documents"]} == {
        "d1": "https://example.org/d1",
        "d2": "https://example.org/d2",
    }


def test_a_run_with_nothing_new_tells_nothing(contested: Graph) -> None:
    assert new_changes(contested) == []


def test_a_new_document_with_a_third_value(contested: Graph) -> None:
    write_contested(contested, [C], [edge(A, C)])
    assert new_changes(contested) == [("gained_account", ["d3"])]


def test_a_new_document_that_makes_a_majority(contested: Graph) -> None:
    write_contested(contested, [Fact("d4", BANK, "date of founding", Kind.DATE, "1976")], [])
    assert new_changes(contested) == [("majority_changed", ["d4"])]
    write_contested(contested, [Fact("d5", BANK, "date of founding", Kind.DATE, "1976")], [])
    assert new_changes(contested) == []


def test_a_replaced_document_takes_its_account_along(contested: Graph) -> None:
    write_contested(contested, [C], [edge(A, C)])
    run_conflicts(contested)
    replace_documents(contested, "d3")
    write_contested(contested, [Fact("d3", "Bread", "rise", Kind.TEXT, "by yeast")], [])
    assert new_changes(contested) == [("lost_account", ["d3"])]


def test_a_replaced_document_that_says_the_other_value_ends_the_conflict(contested: Graph) -> None:
    replace_documents(contested, "d2")
    write_contested(contested, [Fact("d2", BANK, "date of founding", Kind.DATE, "1974")], [])
    assert new_changes(contested) == [("went_away", ["d2"])]
    assert conflict_rows(contested) == []


def test_a_replaced_document_with_another_value(contested: Graph) -> None:
    other = Fact("d2", BANK, "date of founding", Kind.DATE, "1983")
    replace_documents(contested, "d2")
    write_contested(contested, [other], [edge(A, other)])
    assert new_changes(contested) == [("gained_account", ["d2"]), ("lost_account", ["d2"])]


def test_a_conflict_that_comes_back_is_told_again(contested: Graph) -> None:
    delete_edges(contested)
    assert new_changes(contested) == [("went_away", ["d1", "d2"])]
    write_contested(contested, [A, B], [edge(A, B)])
    assert new_changes(contested) == [("appeared", ["d1", "d2"])]


def test_a_value_that_becomes_more_precise_is_no_change(contested: Graph) -> None:
    write_contested(contested, [Fact("d4", BANK, "date of founding", Kind.DATE, "2 October 1974")], [])
    assert new_changes(contested) == [("majority_changed", ["d4"])]
    [row] = conflict_rows(contested)
    assert [account["value"] for account in row["accounts"]] == ["1976", "2 October 1974"]


def test_a_conflict_that_becomes_part_of_another_says_which(contested: Graph) -> None:
    other = Fact("d0", "Bank Grameen", "date of founding", Kind.DATE, "1983")
    write_contested(contested, [other], [edge(other, A)])
    run_conflicts(contested)
    rows = contested.read("mining/changes_since", after=SINCE, limit=10)
    assert {row["into"] for row in rows if row["kind"] == "went_away"} == {conflict_id(other.slot)}
    assert [row["conflict"] for row in rows if row["into"] is None].count(conflict_id(other.slot)) == 1
    assert len(conflict_rows(contested)) == 1


def test_changes_come_with_their_conflict_or_not_at_all(
    contested: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that dies in its write leaves neither; the next one leaves what an undisturbed one would."""
    write_contested(contested, [C], [edge(A, C)])
    before = conflict_rows(contested), changes(contested)
    with monkeypatch.context() as patch:
        patch.setattr(Conflicts, "status", "probe/broken")  # the last statement of the transaction
        with pytest.raises(GraphError):
            run_conflicts(contested)
    assert (conflict_rows(contested), changes(contested)) == before
    assert new_changes(contested) == [("gained_account", ["d3"])]


def test_writing_a_change_twice_changes_nothing(contested: Graph) -> None:
    told = contested.read("mining/changes_since", after=SINCE, limit=10)
    row = {**told[0], "key": told[0]["key"].split()[1], "slot": A.slot, "documents": ["d1", "d2"]}
    contested.write("mining/changes_write", [row], at="2999-01-01T00:00:00.000+00:00")
    assert contested.read("mining/changes_since", after=SINCE, limit=10) == told
