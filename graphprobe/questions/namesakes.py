"""Which facts are the subject's own, and which those of another bearer of its name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from graphprobe.questions.subgraph import SideFact, Subgraph
from graphprobe.questions.wording import Wording
from graphprobe.text.values import Verdict, compare
from graphprobe.text.words import tokens

YEARS = re.compile(r"\b(?:1\d|20)\d\d\b")
YEAR = "year"
"""The sign of a namesake of another year."""


def trusted(subgraph: Subgraph, wording: Wording) -> list[SideFact]:
    """Side facts of documents that speak of this subject and not, as far as can be seen, of a namesake."""
    known = [fact for fact in subgraph.side_facts if not _is_of_another_year(fact, subgraph)]
    inside = [fact for fact in known if fact.document in subgraph.documents]
    others: defaultdict[str, list[SideFact]] = defaultdict(list)
    for fact in known:
        if fact.document not in subgraph.documents:
            others[fact.document].append(fact)
    for _, facts in sorted(others.items()):
        if _agrees(facts, inside) and not contradictions(facts, inside, wording):
            inside = [*inside, *facts]
    return inside


def _is_of_another_year(fact: SideFact, subgraph: Subgraph) -> bool:
    """Whether a fact is of a bearer of another year than the one that the accounts are about."""
    return bool(_other_years(subgraph) & set(YEARS.findall(fact.qualifiers.get("subject_is", ""))))


def namesake_signs(subgraph: Subgraph, wording: Wording) -> list[str]:
    """Attributes by which other documents of the corpus speak of another bearer of the name."""
    inside = [fact for fact in subgraph.side_facts if fact.document in subgraph.documents]
    outside = [fact for fact in subgraph.side_facts if fact.document not in subgraph.documents]
    signs = contradictions(outside, inside, wording)
    return [*signs, YEAR] if _other_years(subgraph) else signs


def _other_years(subgraph: Subgraph) -> set[str]:
    """Years by which titles tell bearers of the name apart from this one: "2015" of "2015 TV series"."""
    said = [e.qualifiers for e in subgraph.evidence] + [fact.qualifiers for fact in subgraph.side_facts]
    answers = {word for answer in subgraph.answers for word in tokens(answer.value.text)}
    borne = {year for one in said for year in YEARS.findall(one.get("subject_is", ""))}
    own = {year for e in subgraph.evidence for year in YEARS.findall(e.qualifiers.get("subject_is", ""))}
    return borne - own - answers if len(borne) > 1 else set()


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
