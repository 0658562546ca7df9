"""Where a quote stands in a text, when its spaces, quotation marks or dashes may have been changed."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

_PART = re.compile(r"\w+|[^\w\s]")
_QUOTES = {**dict.fromkeys("'‘’‚‛′`´", "['‘’‚‛′`´]"), **dict.fromkeys('"“”„‟″«»', '["“”„‟″«»]')}
_DASHES = dict.fromkeys("-‐‑‒–—―−", "[-‐‑‒–—―−]")
_LOOSE = {**_QUOTES, **_DASHES}
_OUTER = ' \t\n\r"“”„«»'


def find_quote(text: str, quote: str) -> tuple[int, int] | None:
    """The first place of a quote in a text, as start and end; None when it isn't there word for word.

    Runs of spaces, spaces beside punctuation ("adieu , perhaps") and the forms of quotation marks and dashes
    don't matter, and marks around the quote aren't part of it; case, letters and order do.
    """
    bare = quote.strip(_OUTER)
    if not bare:
        return None
    start = text.find(bare)
    if start >= 0:
        return start, start + len(bare)
    found = _pattern(bare).search(text)
    return found.span() if found else None


@lru_cache(maxsize=256)
def _pattern(quote: str) -> re.Pattern[str]:
    parts = _PART.findall(quote)
    pattern = "".join(
        (r"\s+" if _is_word(last) and _is_word(part) else r"\s*") + (_LOOSE.get(part) or re.escape(part))
        for last, part in pairwise(["", *parts])
    )
    return re.compile(pattern.removeprefix(r"\s*"))


def _is_word(part: str) -> bool:
    return part[:1].isalnum() or part[:1] == "_"
