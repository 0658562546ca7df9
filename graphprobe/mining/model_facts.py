"""Facts that a language model reads off documents, and how they join those of the rules.

A document is asked about once; one that is longer than a model reads well is cut at sentences, and each
piece is asked about. Of every fact the quote has to stand in the piece word for word, the value in the
quote, and the subject, which is no pronoun, in the document. What fails is asked for once more; after that
only the facts that pass are kept.

One place of a text is one fact. Where rules read a value too, theirs stays: its attribute is a word of the
catalogue, which is the same for every document and makes facts meet in slots, while a model's wording
varies. Only where the rules had no word for it (an open attribute) and the model gives one of the
catalogue's, the model's takes its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from graphprobe.llm import Answer, Ask, load_prompt
from graphprobe.llm.replies import FactReply, FactsReply
from graphprobe.mining.catalogue import catalogue
from graphprobe.mining.sentences import headed, sentences
from graphprobe.records import Document, Fact, Span, Status
from graphprobe.text.normalize import entity_key
from graphprobe.text.quotes import find_quote
from graphprobe.text.tokens import word_set
from graphprobe.text.values import Kind, Value, parse_value

if TYPE_CHECKING:
    from graphprobe.llm import Llm

PROMPT = load_prompt("facts", FactsReply)
METHOD = "model"

PIECE = 8000
"""Characters of a piece at most: about 2,000 tokens of English."""
CATALOGUED, OWN_WORDS = 0.6, 0.4
"""Confidence of a model's fact, by whether its attribute is in the catalogue."""

_CHARACTERS_A_FACT, _FEWEST, _MOST = 150, 4, 40
_MOST_STATEMENT = 600
_MOST_NAME, _MOST_VALUE = 100, 200
_SHOWN_PROBLEMS = 3
_PRONOUNS = word_set(
    """
    he she it they we i you this that these those his her its their who which one him them
    """
)


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a model found in a document.

    Attributes:
        facts: the facts that passed, of all pieces that were answered.
        status: ``ok``, or how the first piece ended that got no usable answer.
        note: why it isn't ``ok``, or what was left out.
    """

    facts: Sequence[Fact]
    status: Status = Status.OK
    note: str = ""


class ModelFactExtractor:
    """Reads facts with a language model.

    Args:
        llm: the models.
        model: the model that is asked.
    """

    def __init__(self, llm: Llm, model: str) -> None:
        self._llm = llm
        self._model = model

    def options(self) -> Mapping[str, Any]:
        """The model, its prompt, and how documents are cut."""
        return {**self._llm.identity(PROMPT, self._model), "piece": PIECE}

    def extract(self, documents: Sequence[Document]) -> list[Extracted]:
        """The facts of each document, in the order of the documents."""
        cut = [pieces(document.text) for document in documents]
        asks = [
            ask_about(document, piece)
            for document, those in zip(documents, cut, strict=True)
            for piece in those
        ]
        answers = iter(self._llm.ask(asks, self._model))
        return [
            _joined(document, [(piece, next(answers)) for piece in those])
            for document, those in zip(documents, cut, strict=True)
        ]


def pieces(text: str, most: int = PIECE) -> list[Span]:
    """A text cut at sentences into pieces of at most ``most`` characters, in order; most texts are one."""
    if len(text) <= most:
        return [Span(0, len(text), text)] if text.strip() else []
    found: list[tuple[int, int]] = []
    for sentence in sentences(text):
        if found and sentence.end - found[-1][0] <= most:
            found[-1] = found[-1][0], sentence.end
        else:
            found.append((sentence.start, sentence.end))
    return [Span(start, end, text[start:end]) for start, end in found]


def ask_about(document: Document, piece: Span) -> Ask[FactsReply]:
    """The question to a model about a piece of a document."""
    most = min(_MOST, max(_FEWEST, len(piece.quote) // _CHARACTERS_A_FACT))
    named = folded(f"{document.title or ''} {document.text}")
    return Ask(
        f"{document.id}\t{piece.start}",
        PROMPT,
        {"document": headed(piece.quote, document.title), "most": str(most)},
        check=partial(_problem_of_reply, text=piece.quote, named=named),
        salvage=partial(_without_problems, text=piece.quote, named=named),
    )


def folded(text: str) -> str:
    """A text as one long key between spaces, to look names up in."""
    return f" {entity_key(text)} "


def _problem_of_reply(reply: FactsReply, text: str, named: str) -> str:
    found = [
        f"fact {number}: {problem}"
        for number, fact in enumerate(reply.facts, 1)
        if (problem := problem_of(fact, text, named))
    ]
    more = f"; and {len(found) - _SHOWN_PROBLEMS} more like these" if len(found) > _SHOWN_PROBLEMS else ""
    return "; ".join(found[:_SHOWN_PROBLEMS]) + more


def _without_problems(reply: FactsReply, text: str, named: str) -> FactsReply:
    return FactsReply(facts=[fact for fact in reply.facts if not problem_of(fact, text, named)])


def problem_of(reply: FactReply, text: str, named: str) -> str:
    """What is wrong with a fact, in words for the model; empty when it can be used.

    Args:
        reply: the fact.
        text: the piece that the model read.
        named: the whole document with its title, folded.
    """
    quote = find_quote(text, reply.quote)
    if quote is None:
        return "its quote doesn't stand in the document word for word"
    if find_quote(text[slice(*quote)], reply.value) is None:
        return "its value doesn't stand in its quote"
    if len(reply.value) > _MOST_VALUE:
        return "its value is more than a value"
    key = entity_key(reply.subject)
    if not key or key in _PRONOUNS or len(reply.subject) > _MOST_NAME:
        return "its subject isn't a name"
    if f" {key} " not in named:
        return "its subject isn't named so in the document"
    if not entity_key(reply.attribute) or len(reply.attribute) > _MOST_NAME:
        return "its attribute isn't a short phrase"
    return ""


def _joined(document: Document, answered: Iterable[tuple[Span, Answer[FactsReply]]]) -> Extracted:
    """The facts of all pieces, one a place, with how the pieces ended."""
    facts: dict[tuple[str, str], Fact] = {}
    ended: list[tuple[Status, str]] = []
    for piece, answer in answered:
        ended.append((answer.status, answer.note))
        for reply in answer.value.facts if answer.value else ():
            fact = fact_of(reply, document, piece, answer)
            facts.setdefault((fact.slot, fact.value.text.casefold()), fact)
    status, note = next((one for one in ended if one[0] is not Status.OK), (Status.OK, ""))
    note = note or "; ".join(note for _, note in ended if note)
    return Extracted(_in_order(facts.values()), status, note)


def _in_order(facts: Iterable[Fact]) -> list[Fact]:
    return sorted(facts, key=lambda fact: (fact.value_span.start, fact.attribute))


def fact_of(reply: FactReply, document: Document, piece: Span, answer: Answer[Any]) -> Fact:
    """A reply that passed as a fact of the document.

    Raises:
        ValueError: its quote or value doesn't stand in the piece.
    """
    quote = find_quote(piece.quote, reply.quote)
    inside = find_quote(piece.quote[slice(*quote)], reply.value) if quote else None
    if quote is None or inside is None:
        raise ValueError("a fact without its quote")
    start, end = (piece.start + quote[0] + offset for offset in inside)
    low, high = piece.start + quote[0], piece.start + quote[1]
    if high - low > _MOST_STATEMENT:
        low, high = max(low, start - _MOST_STATEMENT // 2), min(high, end + _MOST_STATEMENT // 2)
    text, value = document.text, parse_value(document.text[start:end], Kind(reply.kind))
    attribute, catalogued = attribute_of(reply.attribute, value)
    return Fact(
        document_id=document.id,
        subject=" ".join(reply.subject.split()),
        subject_key=entity_key(reply.subject),
        attribute=attribute,
        value=value,
        statement=Span(low, high, text[low:high]),
        value_span=Span(start, end, text[start:end]),
        method=METHOD,
        confidence=CATALOGUED if catalogued else OWN_WORDS,
        qualifiers=_qualifiers(reply, piece),
        model=answer.model,
        prompt=answer.prompt,
    )


def attribute_of(name: str, value: Value) -> tuple[str, bool]:
    """An attribute by its name in the catalogue, and whether it's there: "Directed by" stays as it is.

    A noun that announces a single attribute which such a value can fill stands for it: "birthplace".
    """
    plain = " ".join(name.casefold().removeprefix("the ").split())
    known = catalogue().get(plain)
    if known is None:
        announced = {t.spec.name: t.spec for t in catalogue().nouns.get(plain, ())}
        fitting = [spec for spec in announced.values() if value.kind in spec.kinds]
        known = fitting[0] if len(fitting) == 1 else None
    if known is None or value.kind not in known.kinds:
        return plain, False
    return known.name, True


def _qualifiers(reply: FactReply, piece: Span) -> dict[str, str]:
    """Time, scope and attribution where the document has them in these words."""
    given = {"time": reply.time, "scope": reply.scope, "attribution": reply.attribution}
    places = {name: find_quote(piece.quote, text) for name, text in given.items() if text.strip()}
    return {name: piece.quote[slice(*place)] for name, place in places.items() if place}


def joined_with_rules(rules: Sequence[Fact], model: Sequence[Fact]) -> list[Fact]:
    """The facts of rules and of a model, in the order of their values, one a place (see the module)."""
    better = [fact for fact in model if fact.confidence == CATALOGUED]
    kept = [fact for fact in rules if not (_is_open(fact) and any(_same_place(fact, one) for one in better))]
    new = [fact for fact in model if not any(_same_place(fact, one) for one in kept)]
    return _in_order([*kept, *new])


def _is_open(fact: Fact) -> bool:
    return catalogue().get(fact.attribute) is None


def _same_place(a: Fact, b: Fact) -> bool:
    return a.value_span.start < b.value_span.end and b.value_span.start < a.value_span.end
