"""Accounts of a contested slot: how facts are grouped, and how the graph keeps up with new facts."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from contested import Fact, conflict_rows, delete_edges, edge, run_conflicts, write_contested

from graphprobe.graph import Graph
from graphprobe.mining.conflicts import (
    MAJORITY,
    MINORITY,
    TIE,
    Account,
    Claim,
    conflict_id,
    group_claims,
    join_slots,
    plan_changes,
    sides,
)
from graphprobe.text.values import Kind, parse_value


def claim(name: str, text: str, kind: Kind = Kind.DATE, voice: str | None = None) -> Claim:
    return Claim(name, f"doc-{name}", voice or f"doc-{name}", parse_value(text, kind))


def grouped(
    claims: list[Claim], conflicts: list[tuple[str, str]], supports: Sequence[tuple[str, str]] = ()
) -> list[set[str]]:
    grouping = group_claims(claims, conflicts, supports)
    return [{claim.fact for claim in account.claims} for account in grouping.accounts]


def test_compatible_values_make_one_account() -> None:
    claims = [claim("a", "26 August 1910"), claim("b", "27 August 1910"), claim("c", "August 26, 1910")]
    assert grouped(claims, [("a", "b")]) == [{"a", "c"}, {"b"}]


def test_a_vague_value_glues_no_accounts() -> None:
    claims = [claim("a", "1975"), claim("b", "1978"), claim("c", "the 1970s")]
    assert grouped(claims, [("a", "b")]) == [{"a"}, {"b"}]


def test_a_value_that_fits_two_accounts_is_undecided() -> None:
    claims = [claim("a", "26 August 1910"), claim("b", "27 August 1910"), claim("c", "1910")]
    grouping = group_claims(claims, [("a", "b")])
    assert [{c.fact for c in account.claims} for account in grouping.accounts] == [{"a"}, {"b"}]
    assert [c.fact for c in grouping.undecided] == ["c"]


def test_a_value_that_fits_one_account_supports_it() -> None:
    claims = [claim("a", "26 August 1910"), claim("b", "1911"), claim("c", "1910")]
    assert grouped(claims, [("a", "b")]) == [{"a", "c"}, {"b"}]


def test_a_fact_without_an_edge_founds_no_account() -> None:
    claims = [claim("a", "1975"), claim("b", "1978"), claim("other census", "1990")]
    grouping = group_claims(claims, [("a", "b")])
    assert len(grouping.accounts) == 2
    assert [c.fact for c in grouping.undecided] == ["other census"]


def test_an_edge_keeps_apart_what_looks_alike() -> None:
    claims = [claim("a", "global", Kind.TEXT), claim("b", "the whole globe", Kind.TEXT)]
    assert grouped(claims, [("a", "b")]) == [{"a"}, {"b"}]


def test_a_support_edge_decides_where_values_alone_cannot() -> None:
    a, b, c = (
        claim(n, t, Kind.TEXT) for n, t in (("a", "cold tar"), ("b", "zinc paste"), ("c", "a grey salve"))
    )
    assert grouped([a, b, c], [("a", "b")]) == [{"a"}, {"b"}]
    assert grouped([a, b, c], [("a", "b")], supports=[("a", "c")]) == [{"a", "c"}, {"b"}]


def test_three_accounts_of_one_conflict() -> None:
    claims = [claim("a", "1974"), claim("b", "1976"), claim("c", "1983")]
    assert sorted(map(sorted, grouped(claims, [("a", "b"), ("b", "c")]))) == [["a"], ["b"], ["c"]]


def test_grouping_does_not_depend_on_the_order_of_facts() -> None:
    claims = [
        claim(str(i), text)
        for i, text in enumerate(["1975", "1978", "July 1978", "the 1970s", "1975", "12 July 1978"])
    ]
    expected = group_claims(claims, [("0", "1")])
    shuffler = random.Random(7)
    for _ in range(20):
        shuffled = claims[:]
        shuffler.shuffle(shuffled)
        assert group_claims(shuffled, [("1", "0")]) == expected


def test_near_duplicates_are_one_voice() -> None:
    claims = [
        claim("a", "1975", voice="copies"),
        claim("b", "1975", voice="copies"),
        claim("c", "1978"),
        claim("d", "1978"),
    ]
    first, second = group_claims(claims, [("a", "c")]).accounts
    assert (first.value.text, first.n_sources, len(first.documents)) == ("1978", 2, 2)
    assert (second.value.text, second.n_sources, len(second.documents)) == ("1975", 1, 2)


def test_the_precise_surface_is_the_value_of_an_account() -> None:
    claims = [
        claim("a", "1910"),
        claim("b", "1910"),
        claim("c", "26 August 1910"),
        claim("d", "1912"),
    ]
    assert group_claims(claims, [("c", "d")]).accounts[0].value.text == "26 August 1910"


def test_among_equally_precise_surfaces_the_usual_one_is_the_value() -> None:
    claims = [claim("a", "26 August 1910"), claim("b", "August 26, 1910"), claim("c", "August 26, 1910")]
    claims.append(claim("d", "1912"))
    assert group_claims(claims, [("a", "d")]).accounts[0].value.text == "August 26, 1910"


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        ([3, 1], [MAJORITY, MINORITY]),
        ([2, 2], [TIE, TIE]),
        ([2, 2, 1], [TIE, TIE, MINORITY]),
        ([], []),
    ],
)
def test_sides(sources: list[int], expected: list[str]) -> None:
    accounts = [
        Account(parse_value(str(1900 + i)), tuple(claim(f"{i}-{n}", str(1900 + i)) for n in range(count)))
        for i, count in enumerate(sources)
    ]
    assert sides(accounts) == expected


def test_slots_joined_by_edges_share_the_first_of_them() -> None:
    edges = [("b", "c", "1", "2"), ("d", "d", "3", "4"), ("c", "a", "5", "6")]
    assert join_slots(edges) == {"a": "a", "b": "a", "c": "a", "d": "d"}
    assert join_slots([]) == {}


def test_slots_of_the_same_two_values_share_the_one_that_the_catalogue_knows() -> None:
    described, born = "teresa | about", "teresa | date of birth"
    edges = [(described, described, "d1 26", "d2 26"), (born, born, "d1 26", "d2 26")]
    assert join_slots(edges) == {described: born, born: born}
    elsewhere = [(described, described, "d1 26", "d2 99"), (born, born, "d1 26", "d2 26")]
    assert join_slots(elsewhere) == {described: described, born: born}


def test_names_that_share_a_value_in_one_text_share_a_conflict() -> None:
    short, full = "teresa | date of birth", "mother teresa | date of birth"
    edges = [(short, short, "d1 26", "d2 26"), (full, full, "d1 26", "d3 26")]
    assert join_slots(edges) == {short: full, full: full}


def test_plan_makes_only_what_is_missing_and_removes_what_has_no_edge() -> None:
    kept, gone = conflict_id("a"), conflict_id("z")
    changes = plan_changes({"a": "a", "b": "a"}, {kept: ["a", "old"], gone: ["z"]})
    assert changes == {
        "mining/conflicts_remove": [{"key": gone, "into": None}],
        "mining/conflicts_leave": [{"key": kept, "slot": "old"}],
        "mining/conflicts_begin": [{"key": kept, "home": "a", "slot": "b"}],
    }
    assert not any(plan_changes({"a": "a"}, {kept: ["a"]}).values())


TERESA = [
    Fact("d1", "Mother Teresa", "date of birth", Kind.DATE, "26 August 1910"),
    Fact("d2", "Mother Teresa", "date of birth", Kind.DATE, "27 August 1910"),
    Fact("d3", "Mother Teresa", "date of birth", Kind.DATE, "1910"),
]


def test_edges_of_one_slot_are_one_conflict_in_the_graph(graph: Graph) -> None:
    more = [*TERESA, Fact("d4", "Mother Teresa", "date of birth", Kind.DATE, "26 August 1910")]
    write_contested(graph, more, [edge(more[0], more[1]), edge(more[1], more[3])])
    run_conflicts(graph)
    [row] = conflict_rows(graph)
    assert (row["subject"], row["attribute"]) == ("Mother Teresa", "date of birth")
    accounts = {a["value"]: (a["documents"], a["n_sources"], a["side"]) for a in row["accounts"]}
    assert accounts == {
        "26 August 1910": (["d1", "d4"], 2, MAJORITY),
        "27 August 1910": (["d2"], 1, MINORITY),
    }


def test_a_rerun_works_on_nothing_and_changes_nothing(graph: Graph) -> None:
    write_contested(graph, TERESA, [edge(TERESA[0], TERESA[1])])
    assert run_conflicts(graph).done == 1
    before = conflict_rows(graph)
    assert run_conflicts(graph).done == 0
    assert conflict_rows(graph) == before


def test_a_new_document_redoes_its_conflict_only_and_keeps_the_ids(graph: Graph) -> None:
    other = [
        Fact("e1", "Grameen Bank", "date of founding", Kind.DATE, "1974"),
        Fact("e2", "Grameen Bank", "date of founding", Kind.DATE, "1976"),
    ]
    write_contested(graph, [*TERESA, *other], [edge(TERESA[0], TERESA[1]), edge(*other)])
    assert run_conflicts(graph).done == 2
    before = {row["key"]: {a["value"]: a["id"] for a in row["accounts"]} for row in conflict_rows(graph)}
    write_contested(graph, [Fact("d9", "Mother Teresa", "date of birth", Kind.DATE, "27 August 1910")], [])
    assert run_conflicts(graph).done == 1
    rows = conflict_rows(graph)
    assert {row["key"]: {a["value"]: a["id"] for a in row["accounts"]} for row in rows} == before
    [teresa] = [row for row in rows if row["subject"] == "Mother Teresa"]
    assert {a["value"]: (a["n_sources"], a["side"]) for a in teresa["accounts"]} == {
        "26 August 1910": (1, MINORITY),
        "27 August 1910": (2, MAJORITY),
    }


def test_a_conflict_without_edges_goes_with_its_accounts(graph: Graph) -> None:
    write_contested(graph, TERESA, [edge(TERESA[0], TERESA[1])])
    run_conflicts(graph)
    delete_edges(graph)
    run_conflicts(graph)
    assert conflict_rows(graph) == []
    assert graph.read("questions/counts")[0]["accounts"] == 0


def test_slots_of_two_spellings_share_a_conflict(graph: Graph) -> None:
    facts = [
        Fact("d1", "Mother Teresa", "date of birth", Kind.DATE, "26 August 1910"),
        Fact("d2", "Saint Teresa of Calcutta", "date of birth", Kind.DATE, "27 August 1910"),
        Fact("d3", "Saint Teresa of Calcutta", "date of birth", Kind.DATE, "27 August 1910"),
    ]
    write_contested(graph, facts, [edge(facts[0], facts[1])])
    run_conflicts(graph)
    [row] = conflict_rows(graph)
    assert {a["value"]: a["documents"] for a in row["accounts"]} == {
        "26 August 1910": ["d1"],
        "27 August 1910": ["d2", "d3"],
    }
