"""Questions from statements: what English asks, and what is refused because a question would be stilted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphprobe.mining.parsing import Parser
from graphprobe.questions.clause_parts import NotAskable
from graphprobe.questions.statement_form import question_template
from graphprobe.questions.wording import load_wording
from graphprobe.text.values import Kind, parse_value


@pytest.fixture(scope="module")
def parser() -> Iterator[Parser]:
    with Parser() as opened:
        yield opened


def ask(parser: Parser, statement: str, value: str, kind: Kind, subject: str) -> str:
    [doc] = parser.parse([statement])
    start = statement.index(value)
    return question_template(
        doc, parse_value(value, kind), start, start + len(value), subject, load_wording()
    )


@pytest.mark.parametrize(
    ("statement", "value", "kind", "subject", "question"),
    [
        (
            "Mary Leakey discovered the Laetoli footprints in 1978.",
            "1978",
            Kind.DATE,
            "Laetoli footprints",
            "When did Mary Leakey discover the {subject}?",
        ),
        (
            "The Laetoli footprints were discovered in 1978 by Mary Leakey.",
            "1978",
            Kind.DATE,
            "Laetoli footprints",
            "When were the {subject} discovered by Mary Leakey?",
        ),
        (
            "Mary Leakey discovered the Laetoli footprints in 1978.",
            "Mary Leakey",
            Kind.PERSON,
            "Laetoli footprints",
            "Who discovered the {subject} in 1978?",
        ),
        (
            "In 1918, the Spanish flu killed 50 million people worldwide.",
            "50 million",
            Kind.NUMBER,
            "Spanish flu",
            "How many people did the {subject} kill worldwide in 1918?",
        ),
        (
            "Grameen Bank, which is based in Dhaka, was founded by Muhammad Yunus in 1976 and won a prize.",
            "1976",
            Kind.DATE,
            "Grameen Bank",
            "When was {subject} founded by Muhammad Yunus?",
        ),
        (
            "However, the painting was sold to Paul Mellon for $5 million in 1990.",
            "$5 million",
            Kind.MONEY,
            "painting",
            "For how much was the {subject} sold to Paul Mellon in 1990?",
        ),
        (
            "Smith moved to Chicago (Illinois) in 1950 [2].",
            "Chicago",
            Kind.PLACE,
            "Smith",
            "Where did {subject} move in 1950?",
        ),
        (
            "In the 2010 season Smith scored 12 goals.",
            "12",
            Kind.NUMBER,
            "Smith",
            "How many goals did {subject} score in the 2010 season?",
        ),
        (
            "He wrote a book about his father in 1950.",
            "1950",
            Kind.DATE,
            "Smith",
            "When did {subject} write a book about his father?",
        ),
    ],
)
def test_statements_that_can_be_asked(
    parser: Parser, statement: str, value: str, kind: Kind, subject: str, question: str
) -> None:
    assert ask(parser, statement, value, kind, subject) == question


@pytest.mark.parametrize(
    ("statement", "value", "kind", "subject", "reason"),
    [
        ("They moved to Chicago in 1950.", "1950", Kind.DATE, "Smith", "the subject is a pronoun"),
        (
            "The mother of Smith wrote about her youth in 1950.",
            "1950",
            Kind.DATE,
            "Smith",
            "the question points at something unseen: her",
        ),
        (
            "Smith said that the bank was founded in 1976.",
            "1976",
            Kind.DATE,
            "bank",
            "the value isn't in the main clause",
        ),
        ("Smith did not move to Chicago in 1950.", "1950", Kind.DATE, "Smith", "the statement is a negation"),
        (
            "Jones moved to Chicago in 1950.",
            "1950",
            Kind.DATE,
            "Smith",
            "the question doesn't name its subject once",
        ),
        (
            "Smith became a priest in Rome.",
            "priest",
            Kind.CATEGORY,
            "Smith",
            "what something is can be said in many ways",
        ),
    ],
)
def test_statements_that_are_refused(
    parser: Parser, statement: str, value: str, kind: Kind, subject: str, reason: str
) -> None:
    with pytest.raises(NotAskable, match=reason):
        ask(parser, statement, value, kind, subject)


def test_a_statement_about_it_or_the_house_is_about_the_subject(parser: Parser) -> None:
    for statement in ("It moved to Chicago in 1950.", "The bank moved to Chicago in 1950."):
        template = ask(parser, statement, "1950", Kind.DATE, "Grameen")
        assert template == "When did {subject} move to Chicago?"


@pytest.mark.parametrize(
    "statement",
    [
        "Marina High School is a public high school which first began operating in 1955.",
        "Marina High School, which first began operating in 1955, is public.",
    ],
)
def test_a_value_in_a_relative_clause_about_the_subject_is_asked_for(parser: Parser, statement: str) -> None:
    question = ask(parser, statement, "1955", Kind.DATE, "Marina High School")
    assert question == "When did {subject} first begin operating?"


def test_a_relative_clause_about_another_thing_is_not_asked_from(parser: Parser) -> None:
    with pytest.raises(NotAskable, match="the value isn't in the main clause"):
        ask(parser, "Smith met Jones, who moved to Chicago in 1950.", "1950", Kind.DATE, "Smith")
