"""Statements are found by name, and say what they are for."""

from __future__ import annotations

import pytest

from graphprobe.errors import ConfigError
from graphprobe.graph import loader


def test_a_header_is_read_with_its_continuations() -> None:
    statement = loader.parse(
        "probe",
        "// purpose: Finds.\n// parameters: key (string),\n//   limit (integer)\n// returns: text\n"
        '// example: {"key": "d1",\n//   "limit": 1}\nMATCH (d)\nRETURN d;\n',
    )

    assert statement.purpose == "Finds."
    assert statement.parameters == "key (string), limit (integer)"
    assert statement.returns == "text"
    assert statement.example == {"key": "d1", "limit": 1}
    assert statement.text == "MATCH (d)\nRETURN d"


@pytest.mark.parametrize("field", ["purpose", "parameters", "returns", "example"])
def test_a_missing_field_is_named(field: str) -> None:
    header = {"purpose": "Finds.", "parameters": "none", "returns": "text", "example": "{}"}
    del header[field]
    source = "".join(f"// {name}: {value}\n" for name, value in header.items())

    with pytest.raises(ConfigError, match=f"cypher/probe.cypher: the header lacks {field}"):
        loader.parse("probe", source + "RETURN 1")


@pytest.mark.parametrize("example", ["{", "[]", "1", "{'a': 1}"])
def test_an_example_must_be_a_json_object(example: str) -> None:
    source = f"// purpose: P.\n// parameters: none\n// returns: x\n// example: {example}\nRETURN 1 AS x"

    with pytest.raises(ConfigError, match="the example isn't"):
        loader.parse("probe", source)


def test_an_unknown_name_is_an_error_that_shows_near_ones() -> None:
    with pytest.raises(ConfigError, match=r"no statement 'graph/wip'.*Did you mean graph/wipe"):
        loader.load("graph/wip")
    with pytest.raises(ConfigError, match=r"no statement '\.\./\.\./etc/passwd'"):
        loader.load("../../etc/passwd")


def test_every_file_is_found_by_its_name() -> None:
    assert {"graph/version", "graph/wipe", "schema/V0002__document_id"} <= set(loader.names())
    assert list(loader.names()) == sorted(loader.names())
