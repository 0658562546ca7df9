"""Where one statement ends and the next begins, for Cypher that comes line by line."""

from __future__ import annotations

import pytest

from graphprobe.explore.script import Splitter, Statement


def split(text: str) -> list[tuple[str, int]]:
    """Statements of a text that comes line by line, with the lines on which they begin."""
    splitter = Splitter()
    found: list[Statement] = []
    for line in text.splitlines(keepends=True):
        found += splitter.feed(line)
    return [(one.text, one.line) for one in [*found, *splitter.close()]]


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("RETURN 1;", [("RETURN 1", 1)]),
        ("RETURN 1; RETURN 2;\nRETURN 3", [("RETURN 1", 1), ("RETURN 2", 1), ("RETURN 3", 2)]),
        ("MATCH (n)\n\nRETURN n;\n\n\nRETURN 1;", [("MATCH (n)\n\nRETURN n", 1), ("RETURN 1", 6)]),
        ("RETURN 'a;b', \"c;'d\", `e;``f`;", [("RETURN 'a;b', \"c;'d\", `e;``f`", 1)]),
        (r"RETURN 'it\'s; \\'; RETURN 2", [(r"RETURN 'it\'s; \\'", 1), ("RETURN 2", 1)]),
        ("RETURN 'two\nlines;'; RETURN 2", [("RETURN 'two\nlines;'", 1), ("RETURN 2", 2)]),
        ("// one; two\n/* three;\nfour */ RETURN 1; // five;", [("RETURN 1", 3)]),
        ("RETURN 6 / 2; RETURN 1 // no; end\n;", [("RETURN 6 / 2", 1), ("RETURN 1 // no; end", 1)]),
        ("RETURN 'http://x.org';", [("RETURN 'http://x.org'", 1)]),
        (";;\n ; ", []),
        ("", []),
        ("// nothing", []),
        ("RETURN 'never closed;", [("RETURN 'never closed;", 1)]),
        ("RETURN 1 /* never closed;", [("RETURN 1 /* never closed;", 1)]),
    ],
)
def test_statements_end_at_semicolons_that_are_no_text(text: str, statements: list[tuple[str, int]]) -> None:
    assert split(text) == statements


def test_it_knows_whether_a_statement_has_begun() -> None:
    splitter = Splitter()
    states = []
    for line in ("\n", "// a comment\n", "MATCH (n)\n", "RETURN n;\n", "/* open\n", "closed */\n"):
        splitter.feed(line)
        states.append(splitter.is_between)

    assert states == [True, True, False, True, False, True]
