"""How a word stands in its clause: roles, who acts and what is acted on, and whether the clause asserts.

Everything here reads spaCy's dependency labels (ClearNLP style, as all English spaCy models have them).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

SUBJECTS = frozenset({"nsubj", "nsubjpass"})
TIME_PREPOSITIONS = frozenset({"in", "on", "during", "around", "about", "circa", "c.", "bare"})

# Verbs whose complement clause is somebody's claim, plan or wish, not the document's own statement.
_UNREAL_VERBS = frozenset(
    {"plan", "expect", "hope", "want", "try", "intend", "propose", "wish", "attempt", "aim", "fail",
     "refuse", "deny", "threaten", "schedule", "project", "doubt", "imagine", "pretend", "consider"}
)  # fmt: skip
_UNREAL_AUXILIARIES = frozenset({"would", "could", "may", "might", "should", "will", "must", "shall", "can"})
_REPORTING_VERBS = frozenset(
    {"say", "claim", "report", "estimate", "believe", "state", "suggest", "argue", "assert", "allege",
     "think", "announce", "note", "write", "maintain", "calculate", "consider", "suppose", "rumor",
     "rumour", "know"}
)  # fmt: skip
_NOUN_POS = frozenset({"NOUN", "PROPN", "PRON", "NUM", "SYM"})


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands: its role, and the word it depends on.

    ``role`` is a preposition ("in", "due to"), or one of subject, object, complement, bare (an adverbial
    without preposition), apposition, modifier.
    """

    role: str
    head: Token


_ROLES = {
    "nsubj": "subject",
    "nsubjpass": "subject",
    "dobj": "object",
    "attr": "complement",
    "oprd": "complement",
    "acomp": "complement",
    "npadvmod": "bare",
    "advmod": "bare",
    "appos": "apposition",
    "nummod": "modifier",
    "compound": "modifier",
    "amod": "modifier",
    "nmod": "modifier",
}


def place_of(span: Span) -> Place | None:
    """The place of a span in its clause; None for the root of a sentence or what is only coordinated."""
    root = _core(span)
    if root.pos_ == "ADP" or (root.pos_ == "ADV" and root.lower_ in TIME_PREPOSITIONS):
        return Place("bare", root.head) if root.head != root else None
    if root.dep_ in ("pobj", "pcomp"):
        return _after_preposition(root.head)
    role = _ROLES.get(root.dep_)
    return Place(role, root.head) if role else None


def _core(span: Span) -> Token:
    """The word of a span that the rest of the sentence counts on: the number in "upwards of 100 million"."""
    root = span.root
    if root.pos_ not in ("ADP", "ADV", "ADJ", "SCONJ"):
        return root
    counted = (token for token in span if token.pos_ in ("NUM", "NOUN"))
    return next((token for token in counted if not span.start <= token.head.i < span.end), root)


def _after_preposition(preposition: Token) -> Place | None:
    role, host = preposition.lower_, preposition.head
    while host.pos_ in ("ADP", "SCONJ") and host.head != host:  # "as of", "because of", "up to"
        role, host = f"{host.lower_} {role}", host.head
    if preposition.dep_ == "agent":
        role = "by"
    return Place(role, host) if host != preposition else None


def is_passive(verb: Token) -> bool:
    """Whether a verb is acted out on its subject: "was founded", "a bank founded in 1976"."""
    if any(child.dep_ in ("auxpass", "nsubjpass", "agent") for child in verb.children):
        return True
    return verb.tag_ == "VBN" and verb.dep_ in ("acl", "advcl", "ROOT", "conj") and not _has_perfect(verb)


def is_reduced(verb: Token) -> bool:
    """Whether a participle stands without an auxiliary: "a house in Kent built in 1859"."""
    return verb.tag_ == "VBN" and not any(child.dep_ in ("aux", "auxpass") for child in verb.children)


def _has_perfect(verb: Token) -> bool:
    return any(child.dep_ in ("aux", "nsubj") for child in verb.children)


def subject_of_clause(verb: Token) -> Token | None:
    """The word that is the grammatical subject of a verb, also where another clause lends it."""
    for _ in range(6):  # a chain of clauses longer than this is a parsing accident
        own = next((child for child in verb.children if child.dep_ in SUBJECTS), None)
        if own is not None:
            if own.tag_ in ("WDT", "WP") and verb.dep_ == "relcl":
                return verb.head
            return own
        if verb.dep_ == "acl" and verb.head.pos_ in _NOUN_POS:
            return verb.head
        if verb.dep_ in ("conj", "xcomp", "advcl") and verb.head != verb:
            verb = verb.head
            continue
        return None
    return None


def patient_of(verb: Token) -> Token | None:
    """What a verb is done to: passive subject or active object; the subject of what merely happens."""
    if not is_passive(verb):
        thing = next((child for child in verb.children if child.dep_ == "dobj"), None)
        if thing is not None:
            return verb.head if thing.tag_ in ("WDT", "WP") and verb.dep_ == "relcl" else thing
    return subject_of_clause(verb)


def agent_of(verb: Token) -> Token | None:
    """Who does it: the subject of an active verb, the "by" phrase of a passive one."""
    if not is_passive(verb):
        return subject_of_clause(verb)
    by = next((child for child in verb.children if child.dep_ == "agent"), None)
    return next((child for child in by.children if child.dep_ == "pobj"), None) if by is not None else None


def governing_verbs(token: Token) -> Iterator[Token]:
    """The verb of the token's clause and those of the clauses around it, innermost first."""
    for ancestor in (token, *token.ancestors):
        if ancestor.pos_ in ("VERB", "AUX"):
            yield ancestor


def is_asserted(token: Token) -> bool:
    """Whether the clause around a word is stated as a fact: not denied, asked, planned or supposed."""
    if token.sent.text.rstrip().endswith("?"):
        return False
    below: Token | None = None
    for verb in governing_verbs(token):
        if below is not None and below.dep_ not in (
            "ccomp",
            "xcomp",
            "acl",
            "advcl",
            "pcomp",
            "conj",
            "relcl",
        ):
            break
        for child in verb.children:
            if child.dep_ == "neg" or (child.dep_ == "aux" and child.lower_ in _UNREAL_AUXILIARIES):
                return False
            if child.dep_ == "mark" and child.lower_ in ("if", "whether", "unless"):
                return False
        if below is not None and below.dep_ in ("xcomp", "ccomp") and verb.lemma_ in _UNREAL_VERBS:
            return False
        if below is not None and below.dep_ not in ("ccomp", "xcomp"):
            break
        below = verb
    return not any(child.lower_ == "no" and child.dep_ == "det" for child in token.children)


def reporter_of(token: Token) -> str | None:
    """Who a statement is attributed to, as written: "according to X", "X said that", "reportedly"."""
    below: Token | None = None
    for verb in governing_verbs(token):
        if below is not None and below.dep_ in ("ccomp", "xcomp") and verb.lemma_ in _REPORTING_VERBS:
            speaker = None if is_passive(verb) else subject_of_clause(verb)
            return noun_phrase(speaker) if speaker is not None else f"{verb.lower_}"
        below = verb
    for word in token.sent:
        if word.lower_ in ("reportedly", "allegedly", "supposedly", "purportedly", "traditionally"):
            return word.lower_
        if word.lower_ == "according":
            named = next((t for child in word.children for t in child.children if t.dep_ == "pobj"), None)
            if named is not None:
                return noun_phrase(named)
    return None


def noun_phrase(head: Token) -> str:
    """The words of a noun phrase from its left edge to its head, without a leading article."""
    first = head.left_edge.i
    while first < head.i and head.doc[first].pos_ in ("DET", "PUNCT", "ADP", "CCONJ"):
        first += 1
    return str(head.doc[first : head.i + 1].text)
