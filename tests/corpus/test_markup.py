"""HTML to text."""

from __future__ import annotations

import pytest

from graphprobe.corpus.markup import html_to_text, looks_like_html


@pytest.mark.parametrize(
    "text",
    [
        "<!DOCTYPE html><p>x",
        "\n <?xml version='1.0'?><html lang=en>",
        "<HTML><BODY>",
        "<div><p>One</p><p>Two</p> <a href='#'>three</a></div>",
    ],
)
def test_pages_and_fragments_look_like_html(text: str) -> None:
    assert looks_like_html(text)


@pytest.mark.parametrize(
    "text",
    [
        "Snow fell.",
        "If a < b and c > d, then write <b>.",
        "Use the <p> tag for paragraphs, and <br> for breaks.",
        "The first line was written as <html> in 1993.",
        "x <- y; z <-- w; List<String> a; Map<K, V> b; Set<T> c; <unk> <unk> <unk>",
    ],
)
def test_texts_about_markup_do_not(text: str) -> None:
    assert not looks_like_html(text)


def test_blocks_become_lines_and_what_isnt_text_goes() -> None:
    page = """<html><head><title> The  Bridge </title><style>p {}</style></head><body>
      <nav><a href="/">Home</a></nav><h1>The Bridge</h1>
      <p>It is <b>412</b>&nbsp;metres
      long &amp; old.</p><script>alert("no")</script><ul><li>One</li><li>Two</li></ul>
      <table><tr><td>Length</td><td>412 m</td></tr></table>
      <p>It is <b>412</b>&nbsp;metres long &amp; old.</p><footer>Imprint</footer></body></html>"""
    text, title = html_to_text(page)
    assert text == "The Bridge\nIt is 412 metres long & old.\nOne\nTwo\nLength 412 m"
    assert title == "The Bridge"


@pytest.mark.parametrize(
    "page", ["<p>One<div>two</b>", "<p>One<div>two<!-- never closed", "<p>One<div>two</"]
)
def test_broken_pages_give_what_they_have(page: str) -> None:
    assert html_to_text(page)[0].startswith("One\ntwo")


def test_a_page_doesnt_depend_on_the_page_before() -> None:
    first = html_to_text("<html><script>never closed <p>One</p>")
    assert html_to_text("<p>Two</p><p>x</p>") == ("Two\nx", None)
    assert first == html_to_text("<html><script>never closed <p>One</p>")
