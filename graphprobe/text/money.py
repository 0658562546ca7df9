"""Currencies: the signs, codes and words that name them, and when two of them can be one.

Exchange rates aren't guessed: amounts in different currencies can't be compared, unless the text itself
gives the other currency in brackets ("Rs 251 (about $4)").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from graphprobe.text.tokens import Token, word_set


class Currency(NamedTuple):
    """A currency named by the tokens before ``end``: its code, and the part of its unit that is meant."""

    code: str
    factor: float
    end: int


_CODES = word_set(
    """
    USD EUR GBP JPY CNY RMB INR AUD CAD NZD CHF SEK NOK DKK ISK RUB UAH PLN CZK HUF TRY BRL MXN ARS CLP COP
    ZAR KES NGN EGP ILS SAR AED KRW TWD HKD SGD THB IDR MYR PHP VND PKR LKR NPR BDT MUR DEM FRF ITL ESP ATS
    NLG BEF
    """
)
# A sign or word that several currencies share stands for all of them; the first is meant when nothing
# else is said, and "" says that none is.
FAMILIES = {
    "$": ("USD", "AUD", "CAD", "NZD", "HKD", "SGD", "TWD", "MXN", "ARS", "CLP", "COP"),
    "Rs": ("INR", "PKR", "LKR", "NPR", "MUR"),
    "£": ("GBP", "EGP"),
    "¥": ("", "JPY", "CNY"),
    "kr": ("", "SEK", "NOK", "DKK", "ISK"),
    "franc": ("", "FRF", "CHF", "BEF"),
    "peso": ("", "MXN", "ARS", "CLP", "COP", "PHP"),
}
_SIGNS = {"$": "$", "£": "£", "€": "EUR", "¥": "¥", "￥": "¥", "₹": "INR", "₽": "RUB", "₩": "KRW", "₪": "ILS",
          "₫": "VND", "₴": "UAH", "₦": "NGN", "₱": "PHP", "฿": "THB", "₺": "TRY"}  # fmt: skip
_DOLLAR_PREFIXES = {"us": "USD", "a": "AUD", "au": "AUD", "c": "CAD", "ca": "CAD", "hk": "HKD",
                    "nz": "NZD", "s": "SGD", "nt": "TWD", "mx": "MXN", "r": "BRL"}  # fmt: skip
_WORDS = {"dollar": "$", "dollars": "$", "bucks": "$", "euro": "EUR", "euros": "EUR", "yen": "JPY",
          "yuan": "CNY", "renminbi": "CNY", "rupee": "Rs", "rupees": "Rs", "rouble": "RUB", "roubles": "RUB",
          "ruble": "RUB", "rubles": "RUB", "kronor": "SEK", "kroner": "kr", "krone": "kr", "krona": "kr",
          "franc": "franc", "francs": "franc", "peso": "peso", "pesos": "peso", "won": "KRW",
          "baht": "THB", "zloty": "PLN", "zlotys": "PLN", "lira": "TRY", "deutschmarks": "DEM",
          "deutschmark": "DEM", "shekels": "ILS", "hryvnia": "UAH", "rand": "ZAR", "naira": "NGN",
          "元": "¥"}  # fmt: skip
_NATIONS = {"us": "USD", "american": "USD", "canadian": "CAD", "australian": "AUD", "singapore": "SGD",
            "hong kong": "HKD", "indian": "INR", "pakistani": "PKR", "sri lankan": "LKR", "nepalese": "NPR",
            "swiss": "CHF", "french": "FRF", "belgian": "BEF", "mexican": "MXN", "danish": "DKK",
            "norwegian": "NOK", "swedish": "SEK", "icelandic": "ISK", "egyptian": "EGP"}  # fmt: skip
_CENTS = {"cent": "$", "cents": "$", "pence": "£", "penny": "£", "paise": "Rs"}

STARTERS = frozenset({*_SIGNS, "rs", *(code.lower() for code in _CODES), *_DOLLAR_PREFIXES})


def currency_before(tokens: Sequence[Token], i: int) -> Currency | None:
    """A currency sign or code that starts at token ``i`` and stands before its amount."""
    token = tokens[i]
    if token.text in _SIGNS:
        return Currency(_SIGNS[token.text], 1.0, i + 1)
    follower = tokens[i + 1] if i + 1 < len(tokens) else None
    if token.low in _DOLLAR_PREFIXES and follower and follower.text == "$" and not follower.gap:
        return Currency(_DOLLAR_PREFIXES[token.low], 1.0, i + 2)
    if token.text in ("Rs", "rs"):
        return Currency("Rs", 1.0, i + 2 if follower and follower.text == "." and not follower.gap else i + 1)
    if token.text in _CODES:
        end = i + 2 if follower and follower.text in _SIGNS else i + 1
        return Currency(_code(token.text), 1.0, end)
    return None


def currency_after(tokens: Sequence[Token], i: int) -> Currency | None:
    """A currency sign, code or word at token ``i``, after its amount."""
    if i >= len(tokens):
        return None
    token = tokens[i]
    if token.text in _CODES:
        return Currency(_code(token.text), 1.0, i + 1)
    if token.text in ("€", "₽", "zł"):
        return Currency(_SIGNS.get(token.text, "PLN"), 1.0, i + 1)
    if token.low in _CENTS:
        return Currency(_CENTS[token.low], 0.01, i + 1)
    if token.low in ("pound", "pounds"):
        sterling = i + 1 < len(tokens) and tokens[i + 1].low == "sterling"
        return Currency("GBP" if sterling else "£", 1.0, i + 2 if sterling else i + 1)
    if token.low in _WORDS:
        return Currency(_WORDS[token.low], 1.0, i + 1)
    return _national(tokens, i)


def same_currency(a: str, b: str) -> bool | None:
    """Whether two currency names mean one currency: True, False, or None for "perhaps"."""
    if a == b:
        return True
    for family, member in ((a, b), (b, a)):
        members = FAMILIES.get(family, ())
        if member in members:
            return True if members[0] == member else None
    return False


def _code(text: str) -> str:
    return "CNY" if text == "RMB" else text


def _national(tokens: Sequence[Token], i: int) -> Currency | None:
    """ "US dollars", "U.S. dollars", "Hong Kong dollars"."""
    j, words = i, ""
    while j < len(tokens) and j < i + 5:
        low = tokens[j].low
        if low in _WORDS and words:
            nation = _NATIONS.get(words.strip())
            return Currency(nation, 1.0, j + 1) if nation else None
        words += low if low in ("u", "s") else "" if low == "." else f" {low}"
        j += 1
    return None
