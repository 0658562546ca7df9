"""Which stretches of a text its author denies, and which are only reported.

Both go by the words that carry them ("not", "rather than", "is a myth"; "some sources say", "reportedly")
and reach as far as the clause does. A denied stretch is evidence of nothing. A reported one gives an account
without endorsing it: it covers a gold answer, and is no contradiction (ElephantBench, section 3.4 and
figure 12b).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple


class Span(NamedTuple):
    """A stretch of a text, ``text[start:end]``."""

    start: int
    end: int

    def meets(self, other: Span) -> bool:
        """Whether the two have a character in common."""
        return self.start < other.end and other.start < self.end


_BREAK = r"[.!?](?=\s|$)|[;:\n]|\s[-–—]+\s|—|[()]"
_TURN = r"\b(?:but|however|although|though|whereas|while|yet|instead|actually|in fact|in reality)\b"
_CLAUSE = re.compile(f"{_BREAK}|{_TURN}", re.IGNORECASE)
# A denial reaches no further than a comma, a new verb, or what limits it in time or by a condition.
_END_OF_DENIAL = re.compile(
    rf"{_BREAK}|{_TURN}|,|\b(?:is|are|was|were|has|had|until|till|before|because|since|unless|if|and)\b",
    re.IGNORECASE,
)
_REACH = 120
"""Characters that a denial reaches at most."""
_NEGATOR = re.compile(
    r"\b(?:not|never|neither|nor|cannot|rather than|instead of|as opposed to|unlike|contrary to"
    r"|no (?:evidence|proof))\b|n['’]t\b",
    re.IGNORECASE,
)
# "not only", "not until 1911", "not certain": the words that follow aren't denied.
_NO_DENIAL = re.compile(
    r"\s+(?:only|just|merely|simply|solely|necessarily|until|till|before|later|earlier|less|more|fewer"
    r"|exactly|precisely|entirely|completely|universally|always|sure|certain|clear|known|confirmed|definitive"
    r"|know|have|possible|able|find|provide|far|long|least|uncommon)\b",
    re.IGNORECASE,
)
_FALSE = re.compile(
    r"\b(?:is|was|are|were|be|been)\s+(?:\w+\s+){0,2}?"
    r"(?:myths?|misconceptions?|incorrect|wrong|false|untrue|inaccurate|mistaken|mistakes?|erroneous)\b"
    r"|\b(?:mistakenly|incorrectly|wrongly|erroneously|falsely)\b",
    re.IGNORECASE,
)
_HOW_OFTEN = r"(?:often|sometimes|commonly|occasionally|popularly|widely|generally|frequently|usually)"
_SAID = (
    r"(?:said|believed|thought|given|listed|cited|reported|claimed|quoted|stated|dated|attributed|assumed"
    r"|rumou?red|alleged)"
)
_REPORTED = re.compile(
    r"\b(?:some|other|several|certain|various|earlier|later|many|most)\s+(?:\w+\s+)?"
    r"(?:sources?|people|accounts?|scholars?|historians?|reports?|records?|estimates?|references?|websites?"
    r"|authors?|researchers?|experts?)\b"
    r"|\bothers\b|\bsome\s+(?:say|claim|give|argue|believe|report|suggest)\b"
    r"|\b(?:reportedly|allegedly|supposedly|purportedly)\b"
    rf"|\b{_HOW_OFTEN}\s+{_SAID}\b|\b(?:is|are|was|were|been)\s+(?:also\s+)?{_SAID}\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“][^\"“”\n]{1,200}[\"”]")
# "is often said, but it is actually": what follows tells that what came before isn't so.
_CORRECTION = re.compile(
    r"\W*(?:but|however|in fact|actually|in reality|though)\b"
    r"(?=.{0,40}\b(?:actually|in fact|really|in reality|in truth|correct|true|it\s+(?:is|was)|it['’]s)\b)",
    re.IGNORECASE,
)


def denied(text: str) -> tuple[Span, ...]:
    """The stretches that the text says aren't so; what it quotes says nothing of its own."""
    text = _QUOTED.sub(lambda quoted: "x" * len(quoted.group()), text)
    return _merged([*_after_negators(text), *_called_false(text), *_corrected(text)])


def reported(text: str) -> tuple[Span, ...]:
    """The clauses that the text gives as what others say."""
    clauses = _clauses(text)
    return _merged(_clause_of(clauses, match.start()) for match in _REPORTED.finditer(text))


def _merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same stretches in order and apart."""
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return tuple(merged)


def _after_negators(text: str) -> Iterator[Span]:
    for match in _NEGATOR.finditer(text):
        if _NO_DENIAL.match(text, match.end()):
            continue
        furthest = min(match.end() + _REACH, len(text))
        end = _END_OF_DENIAL.search(text, match.end(), furthest)
        yield Span(match.end(), end.start() if end else furthest)


def _called_false(text: str) -> Iterator[Span]:
    clauses = _clauses(text)
    for match in _FALSE.finditer(text):
        clause = _clause_of(clauses, match.start())
        comma = text.rfind(",", clause.start, match.start())
        yield clause._replace(start=comma + 1) if comma >= 0 else clause


def _corrected(text: str) -> Iterator[Span]:
    """What "is often said, but" something else is so."""
    for span in reported(text):
        if _CORRECTION.match(text, span.end):
            yield span


def _clauses(text: str) -> list[Span]:
    """The clauses of a text, cut where a sentence breaks or turns; what cuts belongs to none."""
    cuts = [match.span() for match in _CLAUSE.finditer(text)]
    ends, starts = [start for start, _ in cuts], [end for _, end in cuts]
    return [Span(*ends_of) for ends_of in zip([0, *starts], [*ends, len(text)], strict=True)]


def _clause_of(clauses: Sequence[Span], at: int) -> Span:
    return clauses[max(bisect_right(clauses, at, key=lambda clause: clause.start) - 1, 0)]
