"""Questions from statements: what English asks, and what is refused because a question would be stilted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphprobe.mining.parsing import Parser
from graphprobe.questions.statement_form import NotAskable, predicates, question_template
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


def test_what_sentences_say_of_a_subject(parser: Parser) -> None:
    text = (
        "Columbus crossed the Atlantic in 1492. He did not reach Asia. He married Filipa Moniz. "
        "The crew feared the voyage. He died in Valladolid."
    )
    [doc] = parser.parse([text])
    found = predicates(doc, ["Christopher Columbus", "Columbus"], load_wording())
    assert [said for _, _, said in found] == [
        "that crossed the Atlantic in 1492",
        "that married Filipa Moniz",
    ]
    start, end, _ = found[0]
    assert text[start:end] == "crossed the Atlantic in 1492"


def test_what_belongs_to_a_subject_and_who_is_meant_by_a_pronoun(parser: Parser) -> None:
    text = (
        "The Golden Gate Bridge opened on 27 May 1937. Its chief engineer was Joseph Strauss. "
        "He lived in San Francisco. It spans the strait."
    )
    [doc] = parser.parse([text])
    found = [said for _, _, said in predicates(doc, ["Golden Gate Bridge"], load_wording())]
    assert found == ["that opened on 27 May 1937", "whose chief engineer was Joseph Strauss"]


def test_what_stands_beside_a_name_and_what_the_thing_is_called(parser: Parser) -> None:
    text = (
        "Millau Viaduct, which spans the Tarn, was designed by Norman Foster and opened in 2004. "
        "The viaduct carries a motorway from Paris."
    )
    [doc] = parser.parse([text])
    found = [said for _, _, said in predicates(doc, ["Millau Viaduct"], load_wording())]
    assert "that spans the Tarn" in found
    assert "that carries a motorway from Paris" in found


def test_a_statement_about_it_or_the_house_is_about_the_subject(parser: Parser) -> None:
    for statement in ("It moved to Chicago in 1950.", "The bank moved to Chicago in 1950."):
        template = ask(parser, statement, "1950", Kind.DATE, "Grameen")
        assert template == "When did {subject} move to Chicago?"
