"""Named queries on a small graph, with answers worked out by hand.

The graph of ``explored.cypher`` and ``explored_edges.cypher``; d2 and d3 are near duplicates, so one source:

    document  partition  site  labels        states
    d1        high       a     lives         f1 Ada born 1910    f5 lake depth 30 m
    d2        low        a     lives, lakes  f2 Ada born 1911    f7 Ada died 1980
    d3        low        b                   f3 Ada born 1911    f8 Ada died 1980
    d4        high       b     lakes         f4 Ada born 1911    f6 lake depth 31 m
    d5        low        c                   f9 Ada born "about 1910", which takes no side
    d6        low                            nothing: no parser

    x1, Ada born: 1911 (d2, d3, d4; two sources, majority) against 1910 (d1); asked by q1 and q2
    x2, lake depth: 30 m (d1) and 31 m (d4) tie; its question q3 was dropped

    born:   d1 -conflict- d2, d1 -conflict- d4, d2 -support- d4, d2 -support- d3
    died:   d2 -support- d3           depth: d1 -conflict- d4
    pairs:  d1 d2 (5), d1 d3 (4), d1 d4 (3) compared; d4 d5 (2) failed; d5 d6 (1) waits
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from graphprobe.errors import ConfigError, DataError, GraphError
from graphprobe.explore import answer, named_queries, run_query
from graphprobe.graph import Graph, maintenance, open_graph

LIVES, LAKES = "History / People / Lives", "Science / Geography / Lakes"
A1, A2 = "https://a.example.org/1", "https://a.example.org/2"
B1, B2 = "https://b.example.org/1", "https://b.example.org/2"
BORN_1910, BORN_1911, SWAM = "Ada was born in 1910.", "Ada was born in 1911.", "Ada (born 1911) swam."
DIED, DEEP_30, DEEP_31 = "She died in 1980.", "It is 30 m deep.", "It is 31 m deep."
X1, X2 = ("x1", "Ada", "born"), ("x2", "The Lake", "depth")

# tests/evaluation/test_evaluation_queries.py holds these to theirs.
ON_EVALUATION = {
    "accounts_never_recalled",
    "formulations_that_disagree",
    "judges_that_disagree",
    "questions_never_complete",
    "recall_by_side",
    "runs",
    "runs_that_complement",
}

Parameters = dict[str, Any]
Rows = list[tuple[Any, ...]]

# fmt: off
CASES: list[tuple[str, Parameters, Rows]] = [
    ("accounts_of_conflict", {"conflict": "x1"}, [
        ("1911", "majority", 2, "d2", BORN_1911, 0, 21, A2),
        ("1911", "majority", 2, "d3", BORN_1911, 0, 21, B1),
        ("1911", "majority", 2, "d4", SWAM, 40, 61, B2),
        ("1910", "minority", 1, "d1", BORN_1910, 0, 21, A1),
    ]),
    ("bridge_conflicts", {}, [(*X1, LIVES, LAKES, 2), (*X2, LIVES, LAKES, 1)]),
    ("bridge_documents", {"first": "History", "second": LAKES}, [("d2", "Two", LIVES, LAKES, 1)]),
    ("bridge_documents", {"first": "History", "second": "History"}, []),
    ("bridge_entities", {"first": "History / People", "second": "Science"},
     [("ada", "Ada", 2, 1), ("lake", "The Lake", 1, 1)]),
    ("candidates_of_document", {"document": "d1"}, [
        ("d2", ["entity", "text"], 5.0, "ok", 0, 1),
        ("d3", ["entity"], 4.0, "ok", 0, 0),
        ("d4", ["entity"], 3.0, "ok", 0, 2),
    ]),
    ("candidates_of_document", {"document": "d6"}, [("d5", ["text"], 1.0, "pending", 0, 0)]),
    ("changes_since", {"since": "2026-01-01"}, [
        ("2026-03-01T00:00:00.000+00:00", "majority_changed", *X1, ["d3", "d4"]),
        ("2026-01-02T08:00:00.000+00:00", "appeared", *X1, ["d2"]),
    ]),
    ("changes_since", {"since": "2026-01-02T09:00:00+01:00"}, [  # 08:00 in UTC
        ("2026-03-01T00:00:00.000+00:00", "majority_changed", *X1, ["d3", "d4"]),
        ("2026-01-02T08:00:00.000+00:00", "appeared", *X1, ["d2"]),
    ]),
    ("changes_since", {"since": "2026-03-02"}, []),
    ("conflict_subgraph", {"first": "d2", "second": "d1"}, [
        ("ada | born", "conflicts with", "d1", "d2", "1910", "1911", BORN_1910, BORN_1911),
        ("ada | born", "supports", "d2", "d3", "1911", "1911", BORN_1911, BORN_1911),
        ("ada | born", "supports", "d2", "d4", "1911", "1911", BORN_1911, SWAM),
    ]),
    ("conflict_subgraph", {"first": "d1", "second": "d4", "slot": "lake | depth"}, [
        ("lake | depth", "conflicts with", "d1", "d4", "30 m", "31 m", DEEP_30, DEEP_31),
    ]),
    ("conflicts_of_entity", {"entity": " The ADA’s "}, [(*X1, 2, 2, 1)]),
    ("contested_entities_by_knowledge_point", {}, [
        (LIVES, "ada", "Ada", 1, 2), (LAKES, "ada", "Ada", 1, 2),
        (LIVES, "lake", "The Lake", 1, 1), (LAKES, "lake", "The Lake", 1, 1),
    ]),
    ("contested_entities_by_knowledge_point", {"knowledge_point": "Science"},
     [(LAKES, "ada", "Ada", 1, 2), (LAKES, "lake", "The Lake", 1, 1)]),
    ("copied_accounts", {}, [(*X1, "1911", "majority", 3, 2)]),
    ("documents_against_majority", {}, [("d1", "One", 1, 0, A1)]),
    ("documents_of_cluster", {"cluster": "t1"}, [("d1", "One", 0.9, 2, A1), ("d2", "Two", 0.5, 1, A2)]),
    ("documents_of_entity", {"entity": "Ada"}, [
        ("d1", "One", 2, ["Ada"], 1, A1),
        ("d2", "Two", 1, ["Ada", "ADA"], 2, A2),
        ("d3", "Three", 1, ["Ada"], 2, B1),
    ]),
    ("dropped_conflicts", {}, [(*X2, "filtered", "two of the answers are the same (30 m, 31 m)")]),
    ("dropped_conflicts", {"reason": "namesake"}, []),
    ("edges_of_conflict", {"conflict": "x1"}, [
        ("conflicts with", "d1", "d2", "1910", "1911", 0.9, "slot"),
        ("conflicts with", "d1", "d4", "1910", "1911", 0.8, "slot"),
        ("supports", "d2", "d3", "1911", "1911", 0.9, "slot"),
        ("supports", "d2", "d4", "1911", "1911", 0.9, "slot"),
    ]),
    ("edges_of_conflict", {"conflict": "x2"}, [("conflicts with", "d1", "d4", "30 m", "31 m", 0.7, "slot")]),
    ("entities_of_document", {"document": "d1"},
     [("ada", "Ada", "PERSON", 2, 3, 1), ("lake", "The Lake", "LOC", 1, 2, 1)]),
    ("entities_with_most_conflicts", {}, [("ada", "Ada", "PERSON", 1, 3), ("lake", "The Lake", "LOC", 1, 2)]),
    ("evidence_of_question", {"question": "q1"}, [
        ("When was Ada born?", "1911", "majority", "d2", BORN_1911, 0, 21, 16, 20, A2),
        ("When was Ada born?", "1911", "majority", "d3", BORN_1911, 0, 21, 16, 20, B1),
        ("When was Ada born?", "1911", "majority", "d4", SWAM, 40, 61, 50, 54, B2),
        ("When was Ada born?", "1910", "minority", "d1", BORN_1910, 0, 21, 16, 20, A1),
    ]),
    ("facts_of_document", {"document": "d1"}, [
        ("Ada", "born", "1910", "date", BORN_1910, 0, 21, "yes", "f1"),
        ("The Lake", "depth", "30 m", "quantity", DEEP_30, 30, 46, "yes", "f5"),
    ]),
    ("facts_of_one_source", {"entity": "Ada"}, [("died", "1980", "d2", 1, DIED, "f7")]),
    ("facts_of_one_source", {"entity": "the Lake"}, []),
    ("facts_only_in_document", {"document": "d3"}, [("Ada", "died", "1980", DIED, 22, 39, "f8")]),
    ("find_conflicts", {"words": "31 M"}, [(*X2, ["30 m", "31 m"], [1, 1])]),
    ("find_conflicts", {"words": "ada"}, [(*X1, ["1911", "1910"], [2, 1])]),
    ("find_documents", {"words": "B.example"}, [("d3", "Three", 2, 1, B1), ("d4", "Four", 2, 2, B2)]),
    ("find_documents", {"words": "six"}, [("d6", "Six", 0, 0, None)]),
    ("find_entities", {"words": "THE l"}, [("lake", "The Lake", "LOC", 2, 1)]),
    ("funnel", {}, [
        ("1 documents", "ok", "", 5),
        ("1 documents", "filtered", "no parser for xx", 1),
        ("2 facts", "ok", "", 9),
        ("3 candidate pairs", "ok", "", 3),
        ("3 candidate pairs", "error", "no answer", 1),
        ("3 candidate pairs", "pending", "", 1),
        ("4 relations", "conflict", "", 3),
        ("4 relations", "support", "", 3),
        ("5 conflicts", "ok", "", 2),
        ("6 items", "ok", "", 1),
        ("6 items", "filtered", "two of the answers are the same", 1),
    ]),
    ("knowledge_points", {}, [(LIVES, 2, 4, 2), (LAKES, 2, 4, 2)]),
    ("most_contested_attributes", {}, [("born", 1, 2, 3), ("depth", 1, 2, 2)]),
    ("most_contested_slots", {}, [(*X1, 2, 2, 1), (*X2, 2, 1, 1)]),
    ("near_duplicates", {}, [("d2", 2, ["d2", "d3"], ["a.example.org", "b.example.org"])]),
    ("neighbours_of_document", {"document": "d2"}, [
        ("conflicts with", "d1", "Ada", "born", "1911", "1910", 0.9, "slot"),
        ("supports", "d3", "Ada", "born", "1911", "1911", 0.9, "slot"),
        ("supports", "d4", "Ada", "born", "1911", "1911", 0.9, "slot"),
        ("supports", "d3", "Ada", "died", "1980", "1980", 0.9, "slot"),
    ]),
    ("pairs_not_compared", {},
     [("d4", "d5", "error", "no answer (twice)", 2.0), ("d5", "d6", "pending", "", 1.0)]),
    ("pairs_without_result", {}, [("d1", "d3", ["entity"], 4.0)]),
    ("provenance_of_fact", {"fact": "f3"}, [
        ("f3", "Ada", "born", "1911", BORN_1911, 0, 21, "d3", B1,
         "c.jsonl:3", "rules", "rules", 0.8, "1911", "x1"),
    ]),
    ("provenance_of_fact", {"fact": "f9"}, [
        ("f9", "Ada", "born", "about 1910", "Ada was born about 1910.", 0, 24, "d5", "https://c.example.org/1",
         "c.jsonl:5", "rules", "rules", 0.8, None, None),
    ]),
    ("questions_about_entity", {"entity": "Ada"}, [
        ("q1", "named_entity", "When was Ada born?", "ok", "", "x1"),
        ("q2", "clue_based", "When was the author born?", "ok", "", "x1"),
    ]),
    ("sites_against_majority", {}, [("a.example.org", 1, 1, 1, 2)]),
    ("support_of_accounts", {"conflict": "x1"},
     [("1911", "majority", 3, 2, 2, 1, 2), ("1910", "minority", 1, 1, 1, 1, 0)]),
    ("ties", {}, [(*X2, ["30 m", "31 m"], 1)]),
    ("topic_clusters", {}, [("t1", "entities", 2, ["Ada", "The Lake"])]),
    ("undecided_facts", {"conflict": "x1"}, [("about 1910", "d5", "Ada was born about 1910.", 0, 24, "f9")]),
    ("values_of_entity", {"entity": "Ada"}, [
        ("born", "1911", 2, ["d2", "d3", "d4"], "yes"),
        ("born", "1910", 1, ["d1"], "yes"),
        ("born", "about 1910", 1, ["d5"], "yes"),
        ("died", "1980", 1, ["d2", "d3"], "no"),
    ]),
    ("values_of_entity", {"entity": "Ada", "attribute": "died"}, [("died", "1980", 1, ["d2", "d3"], "no")]),
]
# fmt: on


@pytest.fixture(scope="module", params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def explored(request: pytest.FixtureRequest) -> Iterator[Graph]:
    """The graph above, opened for reading only, on one engine after the other."""
    settings = request.getfixturevalue(f"{request.param}_settings")
    with open_graph(settings) as graph:
        maintenance.wipe(graph)
        graph.update("probe/explored")
        graph.update("probe/explored_edges")
    with open_graph(settings, read_only=True) as graph:
        yield graph


@pytest.mark.parametrize(("name", "parameters", "rows"), CASES)
def test_answers_are_those_worked_out_by_hand(
    explored: Graph, name: str, parameters: Parameters, rows: Rows
) -> None:
    found = answer(explored, name, parameters)

    assert [tuple(row.values()) for row in found.rows] == rows
    assert all(tuple(row) == found.columns for row in found.rows)
    assert not found.more


def test_every_query_has_an_answer_worked_out_by_hand() -> None:
    answered = {name for name, _, rows in CASES if rows}
    assert answered | ON_EVALUATION == {query.name for query in named_queries()}


def test_the_limit_leaves_rows_out_and_says_so(explored: Graph) -> None:
    first = answer(explored, "most_contested_slots", {"limit": "1"})
    both = answer(explored, "most_contested_slots", {"limit": 2})

    assert ([row["conflict"] for row in first.rows], first.more) == (["x1"], True)
    assert ([row["conflict"] for row in both.rows], both.more) == (["x1", "x2"], False)


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("conflicts_of_entity", {"entity": "Adah"}, "there is no entity 'adah'. Did you mean ada?"),
        ("conflicts_of_entity", {"entity": "Zenobia"}, "there is no entity 'zenobia'"),
        ("accounts_of_conflict", {"conflict": "x"}, "there is no conflict 'x'. Did you mean x2, x1?"),
        ("neighbours_of_document", {"document": "d99"}, "there is no document 'd99'"),
        (
            "bridge_entities",
            {"first": "Hist", "second": LAKES},
            f"no knowledge point 'Hist'. Did you mean {LIVES}?",
        ),
    ],
)
def test_what_the_graph_does_not_hold_is_said_with_what_is_near(
    explored: Graph, name: str, parameters: Parameters, message: str
) -> None:
    with pytest.raises(DataError) as refused:
        run_query(explored, name, parameters)

    assert message in str(refused.value)


def test_values_are_never_read_as_cypher(explored: Graph) -> None:
    with pytest.raises(DataError, match="there is no document"):
        run_query(explored, "facts_of_document", {"document": "d1'}) DETACH DELETE d //"})

    assert len(run_query(explored, "facts_of_document", {"document": "d1"})) == 2


@pytest.mark.parametrize(
    "text",
    [
        "CREATE (:Document {id: 'evil'})",
        "MATCH (d:Document) SET d.text = 'evil'",
        "MATCH (d:Document) REMOVE d.title",
        "MATCH (d:Document) DETACH DELETE d",
        "MATCH (:Document)-[r:SUPPORTS]->() DELETE r",
        "MERGE (:Document {id: 'evil'})",
        "MATCH (d:Document {id: 'd1'}) SET d:Evil",
        "FOREACH (i IN [1] | CREATE (:Document {id: 'evil'}))",
        "CALL { CREATE (d:Document {id: 'evil'}) RETURN d.id AS id } RETURN id",
        "CREATE INDEX evil IF NOT EXISTS FOR (d:Document) ON (d.evil)",
    ],
)
def test_the_server_refuses_what_would_write(explored: Graph, text: str) -> None:
    before = maintenance.counts(explored)

    with pytest.raises(GraphError, match="this one would write"):
        explored.ask(text, limit=10)

    assert maintenance.counts(explored) == before
    assert explored.ask("MATCH (d:Document {id: 'd1'}) RETURN d.text, d.title, labels(d)", limit=10).rows == [
        [None, "One", ["Document"]]
    ]


def test_a_graph_for_reading_refuses_statements_that_write(explored: Graph) -> None:
    with pytest.raises(GraphError, match="would write"):
        explored.update("graph/write_trial")
    with pytest.raises(GraphError, match="would write"):
        explored.write("corpus/documents_write", [{"key": "evil"}])


def test_a_statement_of_ones_own_gives_plain_values(explored: Graph) -> None:
    found = explored.ask(
        "MATCH p = (t:Cluster)<-[r:IN_CLUSTER]-(:Document {id: 'd2'}) RETURN t, r, p, 1 AS one", limit=1
    )

    cluster = {"labels": ["Cluster"], "properties": {"id": "t1", "method": "entities", "size": 2}}
    within = {"type": "IN_CLUSTER", "properties": {"score": 0.5}}
    [[node, relationship, path, one]] = found.rows
    assert (found.columns, node, relationship, one) == (["t", "r", "p", "one"], cluster, within, 1)
    assert path[:2] == [cluster, within]
    assert path[2]["properties"]["title"] == "Two"


def test_rows_beyond_the_limit_stay_on_the_server(explored: Graph) -> None:
    found = explored.ask("UNWIND range(1, 1000000) AS i RETURN i", limit=3)

    assert (found.rows, found.more) == ([[1], [2], [3]], True)


def test_a_wrong_statement_is_one_clear_line(explored: Graph) -> None:
    with pytest.raises(GraphError) as refused:
        explored.ask("MATCH (n RETURN n", limit=1)

    assert "the statement was refused" in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        (
            "conflicts_of_entiti",
            {},
            "there is no query 'conflicts_of_entiti'. Did you mean conflicts_of_entity",
        ),
        ("entity", {}, "conflicts_of_entity"),
        ("zzz", {}, "`graphprobe query list` shows all"),
        ("conflicts_of_entity", {}, "query conflicts_of_entity: the parameter entity is missing"),
        ("conflicts_of_entity", {"entity": None}, "the parameter entity is missing"),
        ("conflicts_of_entity", {"entity": "Ada", "limt": 3}, "no parameter 'limt'. Did you mean limit?"),
        ("conflicts_of_entity", {"entity": "Ada", "x": 3}, "no parameter 'x'. It takes entity, limit."),
        ("funnel", {"limit": 3}, "no parameter 'limit'. It takes none."),
        (
            "conflicts_of_entity",
            {"entity": "Ada", "limit": "few"},
            "limit = 'few' isn't a whole number from 1",
        ),
        ("conflicts_of_entity", {"entity": "Ada", "limit": 0}, "limit = 0 isn't a whole number from 1"),
        ("conflicts_of_entity", {"entity": "Ada", "limit": True}, "limit = True isn't a whole number from 1"),
        ("conflicts_of_entity", {"entity": "Ada", "limit": 2.5}, "limit = 2.5 isn't a whole number from 1"),
        ("conflicts_of_entity", {"entity": "Ada", "limit": "9" * 5000}, "isn't a whole number from 1"),
        ("conflicts_of_entity", {"entity": "..."}, "entity = '...' isn't a name"),
        ("facts_of_document", {"document": " "}, "document = ' ' isn't the id of a document"),
        ("facts_of_document", {"document": 7}, "document = 7 isn't the id of a document"),
        ("changes_since", {"since": "yesterday"}, "since = 'yesterday' isn't a date such as 2026-11-30"),
        ("changes_since", {"since": "2026-02-30"}, "since = '2026-02-30' isn't a date"),
        ("changes_since", {"since": "9999-12-31T23:59-05:00"}, "isn't a date"),  # in UTC, after the last one
    ],
)
def test_a_wrong_parameter_is_one_clear_line(
    embedded_graph: Graph, name: str, parameters: Parameters, message: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        run_query(embedded_graph, name, parameters)

    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
