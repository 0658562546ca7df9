"""Headers of named queries: typed parameters with defaults and help, and what is wrong with a bad one."""

from __future__ import annotations

import pytest

from graphprobe.errors import ConfigError
from graphprobe.explore.queries import KINDS, Column, Parameter, named_queries, named_query, parse
from graphprobe.graph.loader import Statement, load


def statement(parameters: str, returns: str = "x") -> Statement:
    return Statement("explore/trial", "RETURN 1 AS x", "A trial.", parameters, returns, {})


def test_a_header_says_type_help_and_default_of_each_parameter() -> None:
    query = parse(
        statement(
            "who (entity: its name, in any spelling), since (date: the first day) = null, "
            'limit (integer: rows) = 20, word (string: a word) = "a, b", least (number: least score) = 0.5',
            "conflict (its id, as text), subject",
        )
    )

    assert query.name == "trial"
    assert query.parameters == (
        Parameter("who", "entity", "its name, in any spelling", required=True),
        Parameter("since", "date", "the first day", required=False, default=None),
        Parameter("limit", "integer", "rows", required=False, default=20),
        Parameter("word", "string", "a word", required=False, default="a, b"),
        Parameter("least", "number", "least score", required=False, default=0.5),
    )
    assert query.columns == (Column("conflict", "its id, as text"), Column("subject", ""))
    assert query.checked({"who": "The U.S.", "least": "2", "since": "2026-03-01T10:00:00+02:00"}) == {
        "who": "us",
        "since": "2026-03-01T08:00:00+00:00",
        "limit": 20,
        "word": "a, b",
        "least": 2.0,
    }


@pytest.mark.parametrize(
    ("parameters", "returns", "message"),
    [
        ("limit", "x", "the header can't be read at 'limit'"),
        ("limit (integer)", "x", "the header can't be read at 'limit (integer)'"),
        ("limit (integer: rows) = 20 and more", "x", "the header can't be read at"),
        ("limit (whole: rows)", "x", "limit has the unknown type 'whole'"),
        ("limit (integer: rows) = few", "x", "limit = few isn't a whole number"),
        ("limit (integer: rows) = 2.5", "x", "limit = 2.5 isn't a whole number"),
        ('since (date: first day) = "soon"', "x", "isn't a date"),
        ("none", "x, , y", "the header can't be read at ', y'"),
    ],
)
def test_a_bad_header_is_refused_with_its_file(parameters: str, returns: str, message: str) -> None:
    with pytest.raises(ConfigError) as refused:
        parse(statement(parameters, returns))

    assert "cypher/explore/trial.cypher" in str(refused.value)
    assert message in str(refused.value)


def test_a_dash_is_as_good_as_an_underscore() -> None:
    assert named_query("conflicts-of-entity") is named_query("conflicts_of_entity")


@pytest.mark.parametrize("query", named_queries(), ids=lambda query: query.name)
def test_every_query_says_what_it_takes_and_reads_its_own_example(query: object) -> None:
    found = named_query(query.name)  # type: ignore[attr-defined]
    example = load(found.statement).example

    assert set(example) == {parameter.name for parameter in found.parameters}
    assert set(found.checked(example)) == set(example)
    assert all(parameter.name == "limit" for parameter in found.parameters if parameter.default == 20)


def test_what_has_a_key_can_be_looked_up() -> None:
    lookups = {kind.lookup for kind in KINDS.values() if kind.lookup}

    assert all(load(f"find/{lookup}") and load(f"find/{lookup}_like") for lookup in lookups)
