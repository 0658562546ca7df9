"""HTML to plain text, for records that hold a page instead of its text.

The parser is the standard library's, which takes broken pages as they are and keeps no state between
pages, so a text never depends on what was read before it.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

_DOCUMENT = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_TAG = re.compile(
    r"</?(?:p|div|span|a|br|li|ul|ol|table|tr|td|th|h[1-6]|b|i|em|strong|img|script|style)\b[^<>]*>", re.I
)
_LEAST_TAGS = 6
_SAMPLE = 4000  # characters looked at to tell a page from a text

_SKIPPED = frozenset({
    "script", "style", "noscript", "template", "svg", "nav", "header", "footer", "aside", "form",
    "button", "select", "iframe",
})  # fmt: skip
_BLOCKS = frozenset({
    "p", "div", "br", "li", "ul", "ol", "dl", "dt", "dd", "table", "tr", "section", "article", "main",
    "blockquote", "pre", "hr", "figure", "figcaption", "caption", "h1", "h2", "h3", "h4", "h5", "h6",
})  # fmt: skip
_CELLS = frozenset({"td", "th"})
_VOID = frozenset({"br", "hr", "img", "input", "meta", "link"})
_SPACES = re.compile(r"[^\S\n]+")


def looks_like_html(text: str) -> bool:
    """True for a page or a fragment of one; a text that mentions a tag or two stays a text."""
    if "<" not in text[:_SAMPLE]:
        return False
    sample = text[:_SAMPLE]
    if _DOCUMENT.match(sample):
        return True
    tags = _TAG.findall(sample)
    return len(tags) >= _LEAST_TAGS and any(tag.startswith("</") for tag in tags)


def html_to_text(page: str) -> tuple[str, str | None]:
    """The text of a page, a line a block, and its title if it has one.

    Scripts, styles, navigation, forms and side matter are left out; a paragraph that stands in the page twice
    is kept once.
    """
    parser = _TextParser()
    parser.feed(page)
    parser.close()
    return "\n".join(_unrepeated("".join(parser.parts))), _one_line("".join(parser.title_parts)) or None


class _TextParser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.title_parts: list[str] = []
        self._skipping: list[str] = []
        self._in_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag in _SKIPPED:
            self._skipping.append(tag)
        elif tag == "title":
            self._in_title = True
        elif tag in _BLOCKS:
            self.parts.append("\n")
        elif tag in _CELLS:
            self.parts.append(" ")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag in _BLOCKS:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._skipping:
            del self._skipping[self._skipping.index(tag) :]
        elif tag == "title":
            self._in_title = False
        elif tag in _BLOCKS and tag not in _VOID:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title_parts.append(data)
        elif not self._skipping:
            self.parts.append(data.replace("\n", " "))


def _unrepeated(text: str) -> list[str]:
    lines = (_one_line(line) for line in text.split("\n"))
    return list(dict.fromkeys(line for line in lines if line))


def _one_line(text: str) -> str:
    return _SPACES.sub(" ", text).strip()
