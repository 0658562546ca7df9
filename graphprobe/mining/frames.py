"""Who did what, as the parse tells it: predicates with their arguments by role.

A :class:`Frame` is one predicate of a sentence. Voices and constructions that say the same have equal
frames: "It was written by X", "X wrote it", "a film written by X" and "a film penned by X" all are ``write``
with the agent X. The arguments hold the parse's own tokens; comparing them is for
:mod:`graphprobe.mining.claims`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphprobe.mining.lexicon import LIGHT_PREDICATES, NEGATIONS, predicate_class

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_MOST_HOPS = 6


@dataclass(frozen=True, slots=True)
class Argument:
    """A phrase that fills a role of a predicate. ``head`` is its syntactic head."""

    role: str
    head: Token

    def tokens(self) -> list[Token]:
        """The phrase without relative clauses and without the other members of a list."""
        kept: list[Token] = []
        stack = [self.head]
        while stack:
            token = stack.pop()
            kept.append(token)
            stack.extend(child for child in token.children if child.dep_ not in _LEFT_OUT)
        return sorted(kept, key=lambda token: token.i)


_LEFT_OUT = frozenset({"relcl", "acl", "conj", "cc", "appos", "punct", "prep", "advcl", "parataxis", "mark"})


@dataclass(frozen=True, slots=True)
class Frame:
    """One predicate: its class (``write``, ``direct``), whether it's denied, its subject and arguments."""

    predicate: str
    root: Token
    negated: bool
    subject: Token | None
    arguments: tuple[Argument, ...] = field(default_factory=tuple)

    def of(self, role: str) -> list[Argument]:
        return [argument for argument in self.arguments if argument.role == role]


def frames_of(doc: Doc) -> list[Frame]:
    """The frames of a document, in the order of their predicates."""
    return [frame for token in doc if (frame := _frame(token)) is not None]


def _frame(token: Token) -> Frame | None:
    if token.pos_ == "AUX" and token.dep_ in {"aux", "auxpass"}:
        return None
    if token.lemma_ == "be":
        return _copula(token)
    if token.pos_ == "VERB":
        return _verb(token)
    return _apposition(token)


def _copula(token: Token) -> Frame | None:
    complements = [child for child in token.children if child.dep_ in {"attr", "acomp"}]
    subject = _subject(token)
    if not complements or subject is None:
        return None
    arguments = [Argument("is", head) for child in complements for head in _members(child)]
    arguments += _prepositional(token)
    for child in complements:
        arguments += _prepositional(child)
    return Frame("be", token, _is_negated(token), subject, tuple(arguments))


def _apposition(token: Token) -> Frame | None:
    """ "X, a Swedish businessman" says that X is one."""
    if (
        token.dep_ != "appos"
        or token.pos_ not in {"NOUN", "PROPN"}
        or token.head.pos_ not in {"PROPN", "NOUN"}
    ):
        return None
    return Frame("be", token, False, token.head, tuple(Argument("is", head) for head in _members(token)))


def _verb(token: Token) -> Frame | None:
    predicate = predicate_class(token.lemma_.casefold())
    becoming = predicate in {"become", "remain"}
    passive = _is_passive(token)
    subject = _subject(token)
    arguments: list[Argument] = []
    for child in token.children:
        if child.dep_ in {"dobj", "oprd", "attr", "acomp"}:
            role = "is" if becoming else "patient"
            arguments += [Argument(role, head) for head in _members(child)]
        elif child.dep_ == "npadvmod":
            arguments.append(Argument("time", child))
        elif child.dep_ == "xcomp" and predicate in LIGHT_PREDICATES:
            arguments.append(Argument("action", child))
    if passive:
        arguments += [Argument("agent", head) for head in _agents(token)]
    if subject is not None:
        arguments += [Argument("patient" if passive else "agent", head) for head in _members(subject)]
    arguments += _prepositional(token)
    return Frame("be" if becoming else predicate, token, _is_negated(token), subject, tuple(arguments))


def _agents(token: Token) -> list[Token]:
    """Who did what a passive says, also when named once for two verbs: "written and directed by X"."""
    for child in token.children:
        if child.dep_ == "agent" or (child.dep_ == "prep" and child.lower_ == "by"):
            return [head for pobj in child.children if pobj.dep_ == "pobj" for head in _members(pobj)]
    for child in token.children:
        if child.dep_ == "conj" and child.tag_ == "VBN":
            return _agents(child)
    return []


def _prepositional(token: Token) -> list[Argument]:
    """Arguments by preposition, those inside the object of another one included ("in 1898 at X")."""
    found = []
    for child in token.children:
        if child.dep_ not in {"prep", "dative"} or child.lower_ == "by":
            continue
        for pobj in child.children:
            if pobj.dep_ in {"pobj", "pcomp"}:
                found += [Argument(child.lower_, head) for head in _members(pobj)]
                found += _prepositional(pobj)
    for child in token.children:
        if child.dep_ == "dobj":
            found += _prepositional(child)
    return found


def _members(token: Token) -> Iterator[Token]:
    """The token and what is coordinated with it."""
    yield token
    for child in token.children:
        if child.dep_ == "conj":
            yield from _members(child)


def _is_passive(token: Token) -> bool:
    if any(child.dep_ in {"auxpass", "nsubjpass", "agent"} for child in token.children):
        return True
    if token.tag_ != "VBN":
        return False
    if token.dep_ == "conj" and token.head.pos_ == "VERB":
        return _is_passive(token.head) and not _own_subject(token)
    return token.dep_ in {"acl", "advcl"} and not any(child.dep_ == "aux" for child in token.children)


def _own_subject(token: Token) -> Token | None:
    return next((child for child in token.children if child.dep_ in _SUBJECTS), None)


def _subject(token: Token, hops: int = 0) -> Token | None:
    """The subject of a predicate, found through coordination, participles and relative clauses."""
    own = _own_subject(token)
    if own is not None:
        if own.lower_ in {"who", "which", "that"} and token.dep_ == "relcl":
            return _resolved(token.head, hops)
        return own
    if hops > _MOST_HOPS:
        return None
    if token.dep_ in {"acl", "relcl"}:
        return _resolved(token.head, hops)
    if token.dep_ in {"conj", "advcl", "xcomp", "ccomp"} and token.head.pos_ in {"VERB", "AUX"}:
        return _subject(token.head, hops + 1)
    return None


def _resolved(noun: Token, hops: int) -> Token:
    """What a noun stands for: the subject that it is said to be ("X is a film directed by ...")."""
    if hops > _MOST_HOPS:
        return noun
    if noun.dep_ == "appos":
        return noun.head
    if noun.dep_ == "attr":
        return _own_subject(noun.head) or noun
    if noun.dep_ == "conj" and noun.head.pos_ in {"NOUN", "PROPN"}:
        resolved = _resolved(noun.head, hops + 1)
        return noun if resolved is noun.head else resolved
    return noun


def _is_negated(token: Token) -> bool:
    for child in token.children:
        if child.dep_ == "neg" or child.lower_ in NEGATIONS:
            return True
    if token.dep_ in {"xcomp", "ccomp"} and token.head.pos_ in {"VERB", "AUX"}:
        head = token.head
        if _is_negated(head) or head.lemma_ in {"fail", "refuse", "decline", "deny", "lack"}:
            return True
        return head.lemma_ == "have" and any(
            child.lower_ == "yet" for child in (*head.children, *token.children)
        )
    return False
