"""What a difference is about, and what it is called: subjects by grammar, attributes by the catalogue."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphprobe.mining.naming import Naming, name_difference
from graphprobe.mining.parsing import Parser
from graphprobe.mining.reading import DocumentReading


@pytest.fixture(scope="module")
def parser() -> Iterator[Parser]:
    with Parser() as opened:
        yield opened


def name(parser: Parser, a: tuple[str, str], b: tuple[str, str], title: str | None = None) -> Naming | None:
    """Names what the marked values of two texts are; the title is that of the first text."""
    sides = []
    for number, (text, value) in enumerate((a, b)):
        [doc] = parser.parse([text])
        start = text.index(value)
        span = doc.char_span(start, start + len(value), alignment_mode="expand")
        assert span is not None
        reading = DocumentReading(f"d{number}", doc, (), title if number == 0 else None)
        sides.append((reading, (span.start, span.end)))
    (reading_a, tokens_a), (reading_b, tokens_b) = sides
    return name_difference(reading_a, tokens_a, reading_b, tokens_b, "value")


@pytest.mark.parametrize(
    ("statement", "values", "title", "subject", "attribute"),
    [
        ("It was built in {} by a merchant.", ("1850", "1901"), "Short House",
         "Short House", "date of construction"),
        ("The squadron was formed on {} at Chitose Air Base.", ("1 May 1974", "1 June 1950"), None,
         "the squadron", "date of founding"),
        ("The railway was operated by {} for ten years.", ("Odakyu Railway", "East Railway"), "Asagiri Line",
         "Asagiri Line", "operator"),
        ("His brother is married to {} player Lindsay Davenport.", ("tennis", "golf"), "Rick Leach",
         "Lindsay Davenport", "sport"),
    ],
)  # fmt: skip
def test_a_difference_is_named(
    parser: Parser,
    statement: str,
    values: tuple[str, str],
    title: str | None,
    subject: str,
    attribute: str,
) -> None:
    a, b = ((statement.format(value), value) for value in values)
    naming = name(parser, a, b, title)
    assert naming is not None
    assert (naming.subject, naming.attribute) == (subject, attribute)


def test_two_named_subjects_that_differ_are_no_subject(parser: Parser) -> None:
    a = ("The Sydney Bridge was opened in 1932.", "1932")
    b = ("The Golden Gate Bridge was opened in 1937.", "1937")
    assert name(parser, a, b) is None


def test_what_has_no_name_is_one_thing_in_these_documents_only(parser: Parser) -> None:
    a = ("The squadron was formed in 1974.", "1974")
    b = ("The squadron was formed in 1950.", "1950")
    naming = name(parser, a, b)
    assert naming is not None
    assert naming.key == "squadron d0"


def test_a_name_within_the_sentence_is_never_the_subject(parser: Parser) -> None:
    a = ("The population was 909 near Maple River.", "909")
    b = ("The population was 1,500 near Maple River.", "1,500")
    assert name(parser, a, b) is None
