"""Which facts are the subject's own, and which those of another bearer of its name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from graphprobe.questions.subgraph import SideFact, Subgraph
from graphprobe.questions.wording import Wording
from graphprobe.text.values import Verdict, compare
from graphprobe.text.words import tokens

YEARS = re.compile(r"\b(?:1\d|20)\d\d\b")
YEAR, PLACE = "year", "place"
"""Signs of a namesake of another year, or of another place or kind."""

_ALL_NAMES = re.compile(r"[A-Z][\w.'-]*(?:,? [A-Z][\w.'-]*)*")


def trusted(subgraph: Subgraph, wording: Wording) -> list[SideFact]:
    """Side facts of documents that speak of this subject and not, as far as can be seen, of a namesake."""
    known = [fact for fact in subgraph.side_facts if not _is_of_another_mark(fact, subgraph)]
    inside = [fact for fact in known if fact.document in subgraph.documents]
    others: defaultdict[str, list[SideFact]] = defaultdict(list)
    for fact in known:
        if fact.document not in subgraph.documents:
            others[fact.document].append(fact)
    for _, facts in sorted(others.items()):
        if _agrees(facts, inside) and not contradictions(facts, inside, wording):
            inside = [*inside, *facts]
    return inside


def _is_of_another_mark(fact: SideFact, subgraph: Subgraph) -> bool:
    """Whether a fact is of a bearer that titles tell apart from the one that the accounts are about."""
    return bool(_other_marks(subgraph) & _marks(fact.qualifiers))


def namesake_signs(subgraph: Subgraph, wording: Wording) -> list[str]:
    """What tells that documents of the corpus speak of another bearer of the name: attributes, and titles."""
    inside = [fact for fact in subgraph.side_facts if fact.document in subgraph.documents]
    outside = [fact for fact in subgraph.side_facts if fact.document not in subgraph.documents]
    signs = contradictions(outside, inside, wording)
    return [
        *signs,
        *(YEAR if YEARS.fullmatch(mark) else PLACE for mark in sorted(_other_marks(subgraph))[:1]),
    ]


def _other_marks(subgraph: Subgraph) -> set[str]:
    """Marks by which titles tell other bearers of the name apart from this one."""
    answers = {word for answer in subgraph.answers for word in tokens(answer.value.text)}
    own = {mark for e in subgraph.evidence for mark in _marks(e.qualifiers)}
    borne = own | {mark for fact in subgraph.side_facts for mark in _marks(fact.qualifiers)}
    return {m for m in borne - own if not set(tokens(m)) & answers} if len(borne) > 1 else set()


def own_place(subgraph: Subgraph) -> str:
    """The place by which titles tell this bearer of the name apart, where all accounts agree on it, or ""."""
    own = {mark for e in subgraph.evidence for mark in _marks(e.qualifiers)}
    if len(own) != 1:
        return ""
    [mark] = own
    said = re.compile(rf"\b(?:in|of) (?:[A-Z][\w.'-]* ?,? ){{0,3}}{re.escape(mark).replace(',', ' ?,')}")
    return mark if any(said.search(text) for text in subgraph.texts.values()) else ""


def _marks(qualifiers: Mapping[str, str]) -> set[str]:
    """What tells bearers of a name apart in a title: "2015" of "2015 TV series", or "Cresco, Iowa"."""
    what = qualifiers.get("subject_is", "")
    return {*YEARS.findall(what), *([what] if _ALL_NAMES.fullmatch(what) else [])}


def contradictions(a: Iterable[SideFact], b: Sequence[SideFact], wording: Wording) -> list[str]:
    """Attributes that identify a thing and have incompatible values in the two lists."""
    found = {
        x.attribute
        for x in a
        for y in b
        if x.attribute == y.attribute
        and x.attribute in wording.identity_attributes
        and compare(x.value, y.value).verdict is Verdict.INCOMPATIBLE
    }
    return sorted(found)


def _agrees(a: Iterable[SideFact], b: Sequence[SideFact]) -> bool:
    return any(
        x.attribute == y.attribute and compare(x.value, y.value).verdict is Verdict.COMPATIBLE
        for x in a
        for y in b
    )
