"""Parts of parsed clauses that questions and clues are made of, and what keeps a phrase from being either."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from graphprobe.questions.wording import Wording

if TYPE_CHECKING:
    from spacy.tokens import Token

SUBJECTS = frozenset({"nsubj", "nsubjpass"})
THEIR = frozenset({"his", "her", "himself", "herself"})

_LEFT_OUT = frozenset({"cc", "conj", "mark", "intj", "meta", "parataxis", "preconj"})
_BRACKETED = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")
_SPACE_BEFORE_MARK = re.compile(r"\s+(?=[,;:.?'’)]|n['’]t\b)")


class NotAskable(Exception):
    """The statement can't be turned into a good question or clue; the message says why."""


def name_of(noun: Token) -> str:
    """The words of a noun phrase without what is said in passing."""
    return text_of(without(noun.subtree, aside(noun)))


def aside(noun: Token) -> set[int]:
    """Appositions and non-restrictive clauses of a noun, with what encloses them."""
    out: set[int] = set()
    for child in noun.children:
        if (
            child.dep_ in ("appos", "relcl", "acl")
            and child.i > noun.i
            and child.doc[child.left_edge.i - 1].is_punct
        ):
            out |= {token.i for token in child.subtree}
        elif child.dep_ == "punct" and child.text in ",()[]":
            out.add(child.i)
    return out


def clause_words(clause: Token) -> list[Token]:
    """The words of a clause without coordinated clauses, conjunctions, and the marks that close it."""
    out: set[int] = set()
    for child in clause.children:
        if child.dep_ in _LEFT_OUT or (child.dep_ == "advmod" and child.i == clause.left_edge.i):
            out |= {token.i for token in child.subtree}
    words = without(clause.subtree, out)
    while words and words[-1].is_punct and words[-1].text not in ")\"'”":
        words.pop()
    while words and words[0].is_punct and words[0].text not in "(\"'“":
        words.pop(0)
    return words


def without(tokens: Iterable[Token], gone: set[int]) -> list[Token]:
    """The tokens but for those at some places."""
    return [token for token in tokens if token.i not in gone]


def text_of(tokens: Iterable[Token]) -> str:
    """Tokens as text."""
    return "".join(token.text_with_ws for token in tokens).strip()


def refuse_pointing(text: str, wording: Wording, allowed: frozenset[str]) -> None:
    """Refuses words that point at what the reader of a question doesn't see.

    Raises:
        NotAskable: there is such a word.
    """
    pointing = (set(re.findall(r"[a-z]+", text.lower())) & wording.pointing_words) - allowed
    if pointing:
        raise NotAskable(f"the question points at something unseen: {', '.join(sorted(pointing))}")


def clean_phrase(text: str) -> str:
    """Text of one line without brackets and without spaces before marks."""
    body = _BRACKETED.sub("", " ".join(text.split()))
    return _SPACE_BEFORE_MARK.sub("", body).strip(" ,;:.")
