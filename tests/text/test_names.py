"""Name variants beyond the table of pairs, and what other rooms use of names."""

from __future__ import annotations

import pytest

from graphprobe.text.given_names import is_given_name
from graphprobe.text.names import compare_names, is_variant, mentions_name
from graphprobe.text.readings import Verdict


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("Société Générale", "Socie\u0301te\u0301 Ge\u0301ne\u0301rale", "organization"),
        ("U.S.", "US", "place"),
        ("The Hague", "Hague", "place"),
        ("WHO", "World Health Organization", "other"),
        ("The Lord of the Rings", "Lord of the Rings", "other"),
        ("Nick Cave", "Nicholas Cave", "person"),
        ("N. Cave", "Nicholas Edward Cave", "person"),
        ("A. E. Cave", "Anna Eve Cave", "person"),
        ("AC/DC", "ac/dc", "other"),
    ],
)
def test_variants(a: str, b: str, kind: str) -> None:
    assert is_variant(a, b, kind)  # type: ignore[arg-type]
    assert is_variant(b, a, kind)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("北京 University", "上海 University", "organization"),
        ("Sammy Davis Jr.", "Sammy Davis", "person"),
        ("Яндекс", "百度", "organization"),
        ("Nick Cave", "Nina Cave", "person"),
        ("", "", "person"),
        ("...", "...", "other"),
    ],
)
def test_no_variants(a: str, b: str, kind: str) -> None:
    assert not is_variant(a, b, kind)  # type: ignore[arg-type]


def test_different_scripts_cant_be_told_apart() -> None:
    for kind in ("person", "organization", "other"):
        assert compare_names("Яндекс", "Yandex", kind).verdict is Verdict.UNSURE  # type: ignore[arg-type]


def test_a_name_is_mentioned_as_whole_words() -> None:
    assert mentions_name("Directed by Frank Oz, 1986", "frank oz").verdict is Verdict.COMPATIBLE
    assert mentions_name("Frank Ozu's film", "Frank Oz").verdict is Verdict.UNSURE
    assert mentions_name("anything", "").verdict is Verdict.UNSURE


def test_given_names() -> None:
    assert is_given_name("Bob")
    assert is_given_name("Johann")
    assert not is_given_name("Bombardment")
