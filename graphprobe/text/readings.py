"""What a value is: a surface, its possible readings, and how two of them may compare.

A surface can be read in several ways ("1.094" is about one, or more than a thousand), and each way is a
:class:`Reading`. Two values disagree only if no reading of the one agrees with any reading of the other.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from typing import Any


class Kind(str, Enum):
    """The type of a value (design, section 2)."""

    NUMBER = "number"
    QUANTITY = "quantity"
    MONEY = "money"
    DATE = "date"
    DURATION = "duration"
    PLACE = "place"
    PERSON = "person"
    ORGANIZATION = "organization"
    CATEGORY = "category"
    TEXT = "text"


class Verdict(str, Enum):
    """Whether two values can both be true of one slot. ``UNSURE``: their form doesn't tell."""

    COMPATIBLE = "compatible"
    INCOMPATIBLE = "incompatible"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Comparison:
    """A verdict and the reason for it, in words for people."""

    verdict: Verdict
    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a surface.

    For what can be measured, ``low`` and ``high`` bound the stated amount (equal for a single number,
    ``None`` for an open end) in the unit that ``unit`` names, and ``grain`` is the step to which the
    author wrote it (100 for "1,100", 0.1 for "3.5").

    Attributes:
        kind: what this reading takes the surface for.
        low: lower end; for dates the day number of the first day meant.
        high: upper end; for dates the day number of the last day meant.
        grain: the step of what was written, in the same unit; 0 for what isn't rounded.
        unit: dimension of a quantity ("[length]"), currency ("USD"), or precision of a date ("month").
        approximate: said to be about this.
        vague: "several", "hundreds": an order of magnitude that nothing can contradict for sure.
        text: canonical words: ISO 8601 for dates, the folded key for names, categories and text.
    """

    kind: Kind
    low: float | None = None
    high: float | None = None
    grain: float = 0.0
    unit: str = ""
    approximate: bool = False
    vague: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class Value:
    """A typed value: its kind, its surface as written, and all readings of it, the likeliest first."""

    kind: Kind
    text: str
    readings: tuple[Reading, ...]

    def to_json(self) -> str:
        """The value as JSON text; ``from_json`` gives an equal value back."""
        body = {"kind": self.kind.value, "text": self.text, "readings": [_to_dict(r) for r in self.readings]}
        return json.dumps(body, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Value:
        """Reads what ``to_json`` wrote.

        Raises:
            ValueError: the text isn't JSON of a value.
        """
        try:
            body = json.loads(text)
            readings = tuple(_from_dict(row) for row in body["readings"])
            return cls(Kind(body["kind"]), str(body["text"]), readings)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"not the JSON of a value: {text[:80]!r}") from error


@dataclass(frozen=True, slots=True)
class FoundValue:
    """A value in running text; ``text[start:end] == value.text``."""

    start: int
    end: int
    value: Value


_DEFAULTS = {f.name: f.default for f in fields(Reading) if f.default is not MISSING}


def _to_dict(reading: Reading) -> dict[str, Any]:
    changed = {n: v for n, d in _DEFAULTS.items() if (v := getattr(reading, n)) != d}
    return {"kind": reading.kind.value, **changed}


def _from_dict(row: dict[str, Any]) -> Reading:
    return Reading(**{**row, "kind": Kind(row["kind"])})
