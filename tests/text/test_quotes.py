"""Where a quote stands in a text."""

from __future__ import annotations

import pytest

from graphprobe.text.quotes import find_quote

TEXT = "They bid us adieu , perhaps not too\nmany ( of us ) noticed – but “those” of us 3,200 ."


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("bid us", "bid us"),
        ("bid us adieu, perhaps", "bid us adieu , perhaps"),
        ("not too many (of us) noticed - but", "not too\nmany ( of us ) noticed – but"),
        ('"those" of us 3,200.', "“those” of us 3,200 ."),
        ("  adieu ", "adieu"),
        ("bidus", None),
        ("Bid us", None),
        ("adieu perhaps", None),
        ("us bid", None),
        ("3200", None),
        ("", None),
        ('"', None),
    ],
)
def test_spaces_and_forms_of_marks_do_not_matter_and_words_do(quote: str, found: str | None) -> None:
    place = find_quote(TEXT, quote)

    if found is None:
        assert place is None
    else:
        assert place is not None
        assert TEXT[slice(*place)].strip("“”") == found.strip("“”")
