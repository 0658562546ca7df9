"""Descriptions: whether accounts really exclude each other, and what is contested, in a model's words.

Rules group the facts of a slot into accounts; a model that reads the statements side by side sees what rules
can't: two things of one name, another year, "the house" that has a name. It's a stage of its own, since
what it adds stands beside the grouping and never changes it: a changed prompt or model describes the
conflicts again and leaves accounts, ids and the log of changes as they are.

A model can't invent here. Its subject has to be named in the documents, its attribute and description may
hold no number and no name that the statements don't, and no value that isn't an account's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from graphprobe.llm import Answer, Ask, Llm, load_prompt
from graphprobe.llm.replies import ConflictReply
from graphprobe.mining.stage import Outcome, Row, Stage
from graphprobe.records import Status
from graphprobe.text.values import Value, find_values
from graphprobe.text.words import contains, states, telling_words, tokens

PROMPT = load_prompt("conflict", ConflictReply)
REAL, UNREAL = "yes", "no"

MOST_STATEMENTS = 4
"""Statements of one account that a model reads; more of them say the same again."""
OPENING = 500
"""Characters of the beginning of a document, which tells what it's about."""
MOST_SUBJECT_WORDS, MOST_ATTRIBUTE_WORDS, MOST_DESCRIPTION = 12, 15, 500
_MOST_REASON = 300
_COUNTING = frozenset({"one", "two", "three"})  # of accounts or documents
_JOINING = frozenset({"and", "or", "to", "between", "from", "about"})


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that reports an account."""

    document: str
    text: str


@dataclass(frozen=True, slots=True)
class Contest:
    """A conflict as a model sees it.

    Attributes:
        names: ways in which documents write the subject's name.
        accounts: each value with its statements.
        texts: text of each document, headed by its title.
    """

    key: str
    subject: str
    attribute: str
    names: tuple[str, ...]
    accounts: tuple[tuple[Value, tuple[Statement, ...]], ...]
    texts: Mapping[str, str]

    @property
    def values(self) -> tuple[Value, ...]:
        """The value of each account."""
        return tuple(value for value, _ in self.accounts)


def contest_of(row: Row) -> Contest:
    """Reads a row of the statement ``mining/descriptions_pending``."""
    statements: defaultdict[str, list[Statement]] = defaultdict(list)
    for one in sorted(row["evidence"], key=lambda one: (one["document"], one["start"])):
        statements[one["account"]].append(Statement(one["document"], one["statement"]))
    widest_first = sorted(row["accounts"], key=lambda account: (-account["n_sources"], account["id"]))
    mentioned = [surface for some in row["surfaces"] for surface in some or ()]
    used = [one["subject"] for one in row["evidence"]]
    return Contest(
        key=row["key"],
        subject=row["subject"],
        attribute=row["attribute"],
        names=tuple(sorted({name for name in (row["subject"], *mentioned, *used) if name})),
        accounts=tuple((Value.from_json(a["value_json"]), tuple(statements[a["id"]])) for a in widest_first),
        texts={d["id"]: f"{d['title'] or ''}\n{d['text']}".strip() for d in row["documents"]},
    )


def ask_about(contest: Contest) -> Ask[ConflictReply]:
    """The question to a model about one conflict."""
    shown = [statements[:MOST_STATEMENTS] for _, statements in contest.accounts]
    labels = {
        document: f"d{number}"
        for number, document in enumerate(dict.fromkeys(s.document for some in shown for s in some), 1)
    }
    accounts = {
        f"a{number}": "\n".join(
            [f"value: {value.text}", *(f"{labels[s.document]}: {' '.join(s.text.split())}" for s in some)]
        )
        for number, (value, some) in enumerate(zip(contest.values, shown, strict=True), 1)
    }
    return Ask(
        contest.key,
        PROMPT,
        {
            "subject": contest.subject,
            "attribute": contest.attribute,
            "accounts": accounts,
            "documents": {label: contest.texts[name][:OPENING] for name, label in labels.items()},
        },
        check=lambda reply: "; ".join(problems_of(reply, contest).values()),
        salvage=lambda reply: without_problems(reply, contest),
    )


def problems_of(reply: ConflictReply, contest: Contest) -> dict[str, str]:
    """What can't be used of a reply: the field, and why, in words for the model."""
    if not reply.real:
        return {}
    found = {
        "subject": subject_problem(reply.subject, contest),
        "attribute": attribute_problem(reply.attribute, contest),
        "description": description_problem(reply, contest),
    }
    return {field: problem for field, problem in found.items() if problem}


def without_problems(reply: ConflictReply, contest: Contest) -> ConflictReply:
    """The reply with nothing in the place of what can't be used: rules' words stay there."""
    return reply.model_copy(update=dict.fromkeys(problems_of(reply, contest), ""))


def subject_problem(subject: str, contest: Contest) -> str:
    """Why this isn't the name of what the accounts are about, or ""."""
    name = tokens(subject)
    if not name or len(subject.split()) > MOST_SUBJECT_WORDS:
        return "subject must be a name"
    if given := states(subject, contest.values):
        return f"subject gives away the value {given[0].text!r}"
    naming = {document for document, text in contest.texts.items() if contains(tokens(text), name)}
    if not naming:
        return f"no document names the subject {subject!r}"
    known = any(contains(tokens(n), name) or contains(name, tokens(n)) for n in contest.names)
    everywhere = all(naming & {s.document for s in statements} for _, statements in contest.accounts)
    return "" if known or everywhere else f"not every account has a document that names {subject!r}"


def attribute_problem(attribute: str, contest: Contest) -> str:
    """Why this can't be what is contested, or ""."""
    if not tokens(attribute) or len(attribute.split()) > MOST_ATTRIBUTE_WORDS or "\n" in attribute:
        return "attribute must be a short noun phrase"
    if given := states(attribute, contest.values):
        return f"attribute gives away the value {given[0].text!r}"
    unknown = _unknown_words(attribute, contest)
    return f"no statement holds {unknown!r} of the attribute" if unknown else ""


def description_problem(reply: ConflictReply, contest: Contest) -> str:
    """Why a description can't be shown, or "": a value left out, one that no account has, a strange name."""
    description = reply.description.strip()
    if not description:
        return ""  # none is no reason to pay for another answer
    if len(description) > MOST_DESCRIPTION or "\n" in description:
        return "description must be one sentence"
    stated = states(description, contest.values)
    missing = next((value for value in contest.values if value not in stated), None)
    if missing:
        return f"description doesn't name the value {missing.text!r}"
    context = (reply.subject, reply.attribute, contest.subject, *(value.text for value in contest.values))
    allowed = {word for text in context for word in tokens(text)} | _COUNTING
    for amount in (found.value.text for found in find_values(description)):
        strange = [word for word in tokens(amount) if word not in allowed and word not in _JOINING]
        in_digits = any(word[0].isdigit() for word in strange)
        if in_digits or (strange and not states(amount, contest.values)):
            return f"no account has the value {' '.join(strange)!r} of the description"
    unknown = _unknown_words(description, contest)
    return f"no statement holds {unknown!r} of the description" if unknown else ""


def _unknown_words(text: str, contest: Contest) -> str:
    """The first number or name of a text that stands nowhere in what the model was given, or ""."""
    given = [
        contest.subject,
        contest.attribute,
        *contest.names,
        *(value.text for value in contest.values),
        *(s.text for _, statements in contest.accounts for s in statements),
        *(text[:OPENING] for text in contest.texts.values()),
    ]
    known = {word for source in given for word in tokens(source)}
    return next((word for word in telling_words(text) if word not in known), "")


class Descriptions(Stage):
    """Has a model describe each conflict, and say whether it's one.

    What the model calls no contradiction stays in the graph with the reason; no question is made of it. Where
    a model gives no answer that can be used, what rules found stands.

    Args:
        llm: the models; there has to be one for this stage.
    """

    name: ClassVar[str] = "descriptions"
    items: ClassVar[str] = "conflicts"
    pending: ClassVar[str] = "mining/descriptions_pending"
    writes: ClassVar[tuple[str, ...]] = ("mining/descriptions_write",)
    status: ClassVar[str] = "mining/descriptions_status"
    follows: ClassVar[tuple[str, ...]] = ("conflicts",)
    batch: ClassVar[int] = 50

    def __init__(self, llm: Llm) -> None:
        model = llm.model_for(self.name)
        if model is None:
            raise ValueError("descriptions need a model")
        self._llm, self._model = llm, model

    def options(self) -> Mapping[str, Any]:
        """The model, the prompt and how much of the documents is shown."""
        return {**self._llm.identity(PROMPT, self._model), "shown": [MOST_STATEMENTS, OPENING]}

    def process(self, items: Sequence[Row]) -> list[Outcome]:
        """Asks about each conflict."""
        contests = [contest_of(item) for item in items]
        answers = self._llm.ask([ask_about(contest) for contest in contests], self._model)
        return [outcome_of(answer, item["seen"]) for answer, item in zip(answers, items, strict=True)]

    def check(self) -> None:
        """Raises why the model can't be asked any more, if so."""
        self._llm.check()


def outcome_of(answer: Answer[ConflictReply], seen: Sequence[str]) -> Outcome:
    """What is written of a conflict after a model's answer.

    Args:
        answer: the answer.
        seen: what the accounts were made of.
    """
    reply = answer.value
    if reply is None:
        rows = {"mining/descriptions_write": [{"key": answer.key, "described": seen}]}
        return Outcome(answer.key, answer.status, answer.note, rows)
    reason = " ".join(reply.reason.split())[:_MOST_REASON]
    row: Row = {
        "key": answer.key,
        "real": REAL if reply.real else UNREAL,
        "reason": reason,
        "method": "model",
        "model": answer.model,
        "prompt": answer.prompt,
        "described": seen,
    }
    if not reply.real:
        return Outcome(answer.key, Status.FILTERED, reason, {"mining/descriptions_write": [row]})
    for field in ("subject", "attribute", "description"):
        row[field] = " ".join(getattr(reply, field).split()) or None
    return Outcome(answer.key, note=answer.note, rows={"mining/descriptions_write": [row]})
