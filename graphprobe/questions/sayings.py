"""What a document says of a subject in plain clauses: the raw material of clues.

"That crossed the Atlantic in 1492", "whose engineer was Joseph Strauss" or "located in Cresco, Iowa" is such
a saying. A sentence is about the subject when its grammatical subject is one of its names, the noun that a
name ends in ("the bridge"), or a fitting pronoun (also a possessive one) right after a sentence about it.
What stands beside the name says something too: an apposition, a relative clause, a participle, a place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graphprobe.questions.clause_parts import (
    SUBJECTS,
    THEIR,
    NotAskable,
    aside,
    clause_words,
    clean_phrase,
    name_of,
    refuse_pointing,
    text_of,
    without,
)
from graphprobe.questions.wording import Wording
from graphprobe.text.normalize import entity_key

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

Saying = tuple[int, int, str]
"""Start and end in the text of the document, and the words."""

_PERSONAL = frozenset({"he", "she", "his", "her"})
_IMPERSONAL = frozenset({"it", "its"})
_OPEN_ENDS = frozenset({"ADP", "AUX", "CCONJ", "DET", "PART", "SCONJ"})
_SMALL = frozenset({"AUX", "DET", "PART", "PUNCT", "SPACE"})
_MODIFIERS = frozenset({"prep", "advcl", "npadvmod", "relcl", "acl", "agent", "appos", "conj", "dep"})
_CLAUSES = frozenset({"advcl", "relcl", "acl", "conj"})
_PLACED = frozenset({"in", "at", "near"})
_CLUTTER = (
    "\n",
    "|",
    "=",
    "“",
    "”",
    '"',
    "``",
    "''",
    "http",
    ":",
    ";",
    "?",
    "(",
    ")",
    "[",
    "known as",
    "referred to as",
)
_QUOTES = frozenset(("“", "”", '"', "``", "''"))
_AFTERTHOUGHT = re.compile(r",? (?:which|where) |, (?=(?:in|from|at|on|the|an?) )")
_MOST_WORDS = 16


@dataclass(frozen=True, slots=True)
class _Names:
    """What a subject is called: its names as keys, the nouns that end them, and parts of a person's name."""

    keys: frozenset[str]
    nouns: frozenset[str]
    parts: frozenset[str]


def with_plain_names(text: str, names: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    """The text with one made-up word of the same length for each name, so that a parser reads it as a name.

    "Come into My Life is an album" has two verbs for a parser; "Comeintomylifexxx is an album" has one. A
    page's title that has run into its first sentence ("Down Home (album) Down Home is ...") is blanked out.

    Returns:
        The text, offsets unchanged, and the made-up words.
    """
    longest_first = sorted({name for name in names if name.strip()}, key=lambda name: (-len(name), name))
    words: dict[str, str] = {}
    for name in longest_first:
        place = rf"(?<!\w){re.escape(name)}(?!\w)"
        text = re.sub(
            rf"\A\s*{place}(?: \([^()]*\))?(?=\s+(?:The )?{place})", lambda m: " " * len(m.group()), text
        )
        if len(name.split()) > 1:
            letters = "".join(filter(str.isalpha, name)).capitalize()
            words[name] = letters[: len(name)].ljust(len(name), "x")  # a capital "ß" is two letters
            text = re.sub(rf"{place}(?! [A-Z])", words[name], text)
    return text, tuple(words.values())


def sayings(doc: Doc, names: Iterable[str], wording: Wording, *, person: bool | None = None) -> list[Saying]:
    """What a document says of a subject.

    Args:
        doc: the parsed document.
        names: what the subject is called.
        wording: words and limits of questions.
        person: whether it's a person, whom a part of the name or "she" may mean; None: that isn't known.
    """
    called = _called(names, person=person is True)
    own = _PERSONAL | _IMPERSONAL if person is None else _PERSONAL if person else _IMPERSONAL
    pronouns: frozenset[str] = frozenset()
    found: list[Saying] = []
    for sentence in doc.sents:
        if _is_cut_off(sentence):
            continue
        found += _beside_names(sentence, called, wording)
        noun = next((child for child in sentence.root.children if child.dep_ in SUBJECTS), None)
        if noun is None:
            pronouns = frozenset()
            continue
        named = _is_named(noun, called)
        if named:
            called = replace(called, nouns=called.nouns | _defined_as(sentence.root))
        pronouns = _pronouns_after(noun, pronouns, named=named) & own
        if not pronouns:
            continue
        owned = "" if named or noun.lower_ in pronouns else _owned(noun)
        opening = f"whose {owned}" if owned else "that"
        for clause in (sentence.root, *_joined(sentence.root)):
            if not owned or clause == sentence.root:
                found += _clause_said(clause, noun.right_edge.i, opening, wording)
    return found


def _defined_as(clause: Token) -> frozenset[str]:
    """The noun that a definition gives: "The album ..." after "X is the third album by Y" means X."""
    if clause.lemma_ != "be":
        return frozenset()
    return frozenset(t.lower_ for t in clause.children if t.dep_ == "attr" and t.tag_ == "NN")


def _is_cut_off(sentence: Span) -> bool:
    """Whether a text ends within a sentence: the last one of an excerpt."""
    last = sentence[-1]
    return sentence.end == len(sentence.doc) and (not last.is_punct or last.text in ("...", "…", ","))


def _called(names: Iterable[str], *, person: bool) -> _Names:
    plain = {part for name in names for part in (name, name.split(",")[0])}  # "Hiram" of "Hiram, Maine"
    keys = frozenset(entity_key(name) for name in plain) - {""}
    words = [key.split() for key in keys if " " in key]
    parts = {word for some in words for word in some if len(word) > 1} if person else set()
    nouns = (key.split(" of ")[0].split()[-1] for key in keys if " " in key)
    return _Names(keys, frozenset(nouns), frozenset(parts))


def _is_named(noun: Token, called: _Names) -> bool:
    """Whether a noun phrase names the subject.

    A page's title may have run into its first sentence ("Down Home (album) Down Home is ..."), a place may
    follow ("the courthouse in Cresco"), and the name may be cut short ("Franklin County High").
    """
    whole = entity_key(clean_phrase(name_of(noun)))
    placed = {t.i for child in noun.children if _is_place_after(child, noun) for t in child.subtree}
    bare = entity_key(clean_phrase(text_of(without(without(noun.subtree, aside(noun)), placed))))
    if any(key in called.keys or _repeats_title(key, called.keys) for key in (whole, bare)):
        return True
    words = whole.split()
    if len(words) > 1 and noun.pos_ == "PROPN" and any(key.startswith(f"{whole} ") for key in called.keys):
        return True
    if len(words) == 1 and noun.pos_ == "PROPN" and whole in called.parts:
        return True
    if called.parts and any(
        whole.endswith(f" {key}") for key in called.keys if " " in key or key not in called.parts
    ):
        return True  # "John Keith Butler"
    return _is_bare_noun(noun, called.nouns)


def _repeats_title(key: str, keys: Iterable[str]) -> bool:
    return any(key.startswith(name) and key.endswith(f" {name}") for name in keys)


def _is_bare_noun(noun: Token, nouns: Iterable[str]) -> bool:
    """Whether a subject is "the bridge", for a name that ends in that noun."""
    words = name_of(noun).casefold().split()
    return len(words) == 2 and words[0] in ("the", "this") and words[1] in nouns


def _is_place_after(child: Token, noun: Token) -> bool:
    """Whether a part of a noun phrase says where its noun is: "in Cresco, Iowa"."""
    if child.dep_ != "prep" or child.i < noun.i or child.lower_ not in _PLACED:
        return False
    return any(token.dep_ == "pobj" and token.pos_ == "PROPN" for token in child.children)


def _joined(clause: Token) -> Iterator[Token]:
    """The verbs joined to a clause that share its subject."""
    for child in clause.children:
        if child.dep_ == "conj" and not any(t.dep_ in (*SUBJECTS, "expl") for t in child.children):
            yield child


def _beside_names(sentence: Span, called: _Names, wording: Wording) -> Iterator[Saying]:
    """What stands beside a subject's name: "X, a town in Kent", "X, which spans the Thames", "X in Kent"."""
    for noun in sentence:
        if noun.pos_ != "PROPN" or noun.dep_ == "compound" or not _is_named(noun, called):
            continue
        for child in noun.children:
            if child.i < noun.i:
                continue
            if child.dep_ == "appos" and child.pos_ == "NOUN" and child.doc[child.left_edge.i].pos_ == "DET":
                yield from _words_said(child, list(child.subtree), "that was ", wording)
            elif child.dep_ == "relcl" and any(
                t.tag_ in ("WDT", "WP") and t.dep_ in SUBJECTS for t in child.children
            ):
                yield from _clause_said(child, child.left_edge.i, "that", wording)
            elif child.dep_ == "acl" and child.tag_ == "VBN":
                yield from _words_said(child, clause_words(child), "that was ", wording)
            elif _is_place_after(child, noun):
                yield from _words_said(child, list(child.subtree), "located ", wording)


def _clause_said(clause: Token, after: int, opening: str, wording: Wording) -> Iterator[Saying]:
    with suppress(NotAskable):
        words = _predicate_words(clause, after)
        yield (
            _start(words),
            _end(words),
            f"{opening} {_shared_auxiliary(clause)}{_plain_phrase(words, wording)}",
        )


def _shared_auxiliary(clause: Token) -> str:
    """The "was " that a participle shares with the verb before it: "was named ... and added to ..."."""
    before = clause.head
    passive = (
        next((t for t in before.children if t.dep_ == "auxpass"), None) if clause.dep_ == "conj" else None
    )
    alone = not any(t.dep_ in ("aux", "auxpass", "dobj") for t in clause.children)
    return f"{passive.lower_} " if passive is not None and alone and clause.tag_ in ("VBN", "VBD") else ""


def _words_said(head: Token, words: list[Token], opening: str, wording: Wording) -> Iterator[Saying]:
    """A noun, participle or place beside the name as a clause; "that was" leaves the time open."""
    with suppress(NotAskable):
        kept = _shortened(head, words)
        yield _start(kept), _end(kept), f"{opening}{_plain_phrase(kept, wording)}"


def _start(words: Sequence[Token]) -> int:
    return int(words[0].idx)


def _end(words: Sequence[Token]) -> int:
    return int(words[-1].idx) + len(words[-1])


def _pronouns_after(noun: Token, before: frozenset[str], *, named: bool) -> frozenset[str]:
    """The pronouns that mean the subject after a sentence with this noun; none when it's about another.

    A name in a text that hasn't called it "it" or "he" yet may be called either; a common noun is an "it".
    """
    if named:
        return _PERSONAL | _IMPERSONAL if noun.pos_ == "PROPN" else _IMPERSONAL
    for kind in (_PERSONAL, _IMPERSONAL):
        if {noun.lower_, _owner(noun)} & kind & before:
            return kind
    return frozenset()


def _owner(noun: Token) -> str:
    return next((child.lower_ for child in noun.children if child.dep_ == "poss"), "")


def _owned(noun: Token) -> str:
    return " ".join(name_of(noun).split()[1:])


def _predicate_words(clause: Token, after: int) -> list[Token]:
    """The words of a clause behind its subject, if it says in plain words what is so."""
    if clause.pos_ not in ("VERB", "AUX"):
        raise NotAskable("the sentence has no verb")
    if any(token.dep_ == "neg" or token.tag_ == "MD" for token in clause.children):
        raise NotAskable("the clause doesn't say what is so")
    words = _shortened(clause, [token for token in clause_words(clause) if token.i > after])
    first = next((token for token in words if token.pos_ != "ADV"), None)
    participle = first is not None and first.tag_ in ("VBG", "VBN") and not _shared_auxiliary(clause)
    if first is None or first.pos_ not in ("VERB", "AUX") or participle:
        raise NotAskable("the clause is cut off")
    return words


def _shortened(head: Token, words: list[Token]) -> list[Token]:
    """The words without the modifiers that close them, last first, until they're few and quote nothing."""
    words = _closed(words)
    while sum(not token.is_punct for token in words) > _MOST_WORDS or any(t.text in _QUOTES for t in words):
        last = words[-1].i
        starts = [
            token.left_edge.i
            for token in words
            if token.dep_ in _MODIFIERS
            and token.lower_ != "of"
            and token.left_edge.i > max(head.i, words[0].i)
            and token.right_edge.i >= last
            and not any(a.dep_ in _CLAUSES for a in token.ancestors if a.i > head.i)
        ]
        if not starts:
            break
        words = _whole(_closed([token for token in words if token.i < max(starts)]))
    return words


def _whole(words: list[Token]) -> list[Token]:
    """The words without "with tracks", where what made the tracks tell something has been cut off."""
    last = words[-1] if words else None
    if last is None or last.right_edge.i == last.i:
        return words
    if last.pos_ == "VERB":
        raise NotAskable("the clause is cut off")
    bare = last.dep_ == "pobj" and last.pos_ == "NOUN" and last.left_edge.i == last.i
    return _closed([token for token in words if token.i < last.head.i]) if bare else words


def _closed(words: Sequence[Token]) -> list[Token]:
    """The words without marks and conjunctions at their end."""
    kept = list(words)
    while kept and (kept[-1].is_punct or kept[-1].pos_ == "CCONJ"):
        kept.pop()
    return kept


def _plain_phrase(words: Sequence[Token], wording: Wording) -> str:
    """Words as text, if a reader who sees nothing else can understand them."""
    phrase = _AFTERTHOUGHT.split(clean_phrase("".join(token.text_with_ws for token in words)))[0]
    if not 2 <= len(phrase.split()) <= _MOST_WORDS:
        raise NotAskable("the clause is no plain predicate")
    if [token.pos_ for token in words if token.pos_ not in _SMALL] == ["VERB"]:
        raise NotAskable("the clause says next to nothing")  # "was written"
    if words[-1].pos_ in _OPEN_ENDS or any(mark in phrase for mark in _CLUTTER):
        raise NotAskable("the clause is cut off")
    refuse_pointing(phrase, wording, allowed=THEIR | {"its"})
    _refuse_unseen_things(words, wording)
    return phrase


def _refuse_unseen_things(words: Sequence[Token], wording: Wording) -> None:
    """Refuses "the newspaper": a noun with nothing but its article means one that was told of before."""
    inside = {token.i for token in words}
    for token in words:
        if token.lower_ == "that" and token.dep_ == "det":
            raise NotAskable(f"the question points at something unseen: that {token.head.lower_}")
        if (
            token.lower_ == "the"
            and token.dep_ == "det"
            and token.head.pos_ == "NOUN"
            and token.head.i in inside
        ):
            noun = token.head
            others = [t for t in noun.children if t.i in inside and t != token and not t.is_punct]
            if not others and noun.dep_ != "compound" and noun.lower_ not in wording.known_things:
                raise NotAskable(f"the question points at something unseen: the {noun.lower_}")
