"""Three strengths of text normalization, each for one purpose, and texts as single lines.

``clean_text`` makes a text safe to store and changes nothing a reader sees; ``fold`` makes two spellings of
the same words equal; ``entity_key`` makes the names of one entity equal (design, section 6.2). All three
keep letters of every script: a name that isn't Latin is a name like any other.
"""

from __future__ import annotations

import re
import unicodedata

_SURROGATE = re.compile("[\ud800-\udfff]")
_LINE_END = re.compile(r"\r\n?")
_SPACE = re.compile(r"\s+")

# Characters without a width of their own that come in from web pages and split equal words apart.
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200e\u200f\u2060\ufeff"))
_QUOTES = dict.fromkeys(map(ord, "‘’‚‛′ʼʹ＇`´"), "'") | dict.fromkeys(map(ord, "“”„‟″«»＂"), '"')
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹣－"), "-")
_FOLDED = {**_INVISIBLE, **_QUOTES, **_DASHES}

_POSSESSIVE = re.compile(r"(?<=\w)'s?(?=\s*$)")
_ARTICLE = re.compile(r"(?:the|an?)\s+(?=\S)")
# "J. K. Rowling", "J.K. Rowling" and "U. S." lose the full stops and the spaces between their letters.
_INITIALS = re.compile(r"(?<!\w)(\w)\.\s?(?=\w\.)")
_ABBREVIATION_STOP = re.compile(r"(?<=\w)\.(?!\w)")
_LIST_COMMA = re.compile(r",(?!\d)|(?<!\d),")
_OUTER = re.compile(r"^[^\w]+|[^\w+#!?]+$")


def clean_text(text: str) -> str:
    """The text as it's stored: lone surrogates become U+FFFD, NUL goes, line ends become ``\\n``.

    Nothing else changes, so that spans of the stored text are what the author wrote.
    """
    if not text.isascii():
        text = _SURROGATE.sub("\ufffd", text)
    text = text.replace("\0", "")
    return _LINE_END.sub("\n", text) if "\r" in text else text


def one_line(text: str, most: int = 300) -> str:
    """The text as one line that a terminal shows as it is: no control characters, at most so many letters."""
    line = "".join(char for char in " ".join(text.split()) if char.isprintable())
    return line if len(line) <= most else f"{line[: most - 3]}..."


def fold(text: str) -> str:
    """The text for verbatim and duplicate checks: NFKC, lower case, one form of quotes, dashes and spaces."""
    return _SPACE.sub(" ", _compatible(text)).strip()


def entity_key(surface: str) -> str:
    """The key under which names of one entity meet, or ``""`` for what can't be compared.

    Case, width, composition, possessive ``'s``, a leading English article, outer punctuation, the kind of
    dash or space, and the full stops of initials don't matter; letters, digits, accents and generational
    suffixes do. An empty key means "not comparable", never "equal".
    """
    key = _SPACE.sub(" ", _compatible(surface).replace("-", " ").replace("_", " ")).strip()
    key = _POSSESSIVE.sub("", key.strip('" '))
    key = _LIST_COMMA.sub(" ", _ABBREVIATION_STOP.sub("", _INITIALS.sub(r"\1", key)))
    key = _SPACE.sub(" ", _OUTER.sub("", key))
    return _ARTICLE.sub("", key, count=1) if _ARTICLE.match(key) else key


def strip_marks(text: str) -> str:
    """Latin letters without their accents ("Société" to "Societe"); other scripts keep theirs.

    A mark is part of the letter in most other scripts (й isn't и, が isn't か), so it stays there.
    """
    plain: list[str] = []
    for char in unicodedata.normalize("NFD", text):
        if unicodedata.combining(char) and plain and plain[-1].isascii():
            continue
        plain.append(_LATIN_LETTERS.get(char, char))
    return unicodedata.normalize("NFC", "".join(plain))


# Latin letters that Unicode doesn't take apart into a letter and a mark.
_LATIN_LETTERS = {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i", "æ": "ae", "Æ": "AE",
                  "œ": "oe", "Œ": "OE", "ß": "ss", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th"}  # fmt: skip


def _compatible(text: str) -> str:
    """NFKC and lower case with quotes and dashes folded; casefold can undo NFKC, so it runs twice."""
    folded = unicodedata.normalize("NFKC", text.translate(_FOLDED)).casefold()
    return unicodedata.normalize("NFKC", folded).translate(_FOLDED)
