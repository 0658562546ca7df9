"""Names of people, organizations, places and other things, and when two of them can be one."""

from __future__ import annotations

from typing import Literal

from graphprobe.text.normalize import entity_key
from graphprobe.text.readings import Comparison, Verdict

NameKind = Literal["person", "organization", "place", "other"]


def compare_names(a: str, b: str, kind: NameKind = "other") -> Comparison:
    """Whether two names can name one thing of the kind; an empty name can't be compared."""
    first, second = entity_key(a), entity_key(b)
    if not first or not second:
        return Comparison(Verdict.UNSURE, "a name without letters can't be compared")
    if first == second:
        return Comparison(Verdict.COMPATIBLE, f"{a} and {b} are the same name")
    return Comparison(Verdict.UNSURE, f"{a} and {b} may be names of one {kind}")


def is_variant(a: str, b: str, kind: NameKind = "other") -> bool:
    """Whether two names are spellings or forms of one name."""
    return compare_names(a, b, kind).verdict is Verdict.COMPATIBLE
