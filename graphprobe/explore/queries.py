"""Named queries: the statements under ``cypher/explore/``, with typed parameters checked before they run.

Their headers say more than those of other statements. Each parameter has a type and a word of help, and a
default, as JSON, unless it must be given; each column may be explained:

    // parameters: entity (entity: its name in any spelling), limit (integer: most rows) = 20
    // returns: conflict (id), subject, attribute
"""

from __future__ import annotations

import difflib
import functools
import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timezone
from typing import Any

from graphprobe.errors import ConfigError, DataError
from graphprobe.graph import Graph, loader
from graphprobe.text.display import visible
from graphprobe.text.normalize import entity_key, one_line

Row = dict[str, Any]

GROUP = "explore"
_LIMIT = "limit"
_NONE = "none"
_VALUE_SHOWN = 80  # characters of a wrong value in a message
_SUGGESTIONS_READ = 5000
_SUGGESTIONS = 3

# A default is JSON without a comma outside quotes, so that the comma ends it.
_PARAMETER = re.compile(
    r"(?P<name>\w+) \((?P<kind>\w+): (?P<help>[^()]+)\)(?: = (?P<default>\"[^\"]*\"|[^\s,]+))?(?:, |$)"
)
_COLUMN = re.compile(r"(?P<name>\w+)(?: \((?P<help>[^()]+)\))?(?:, |$)")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a named query.

    Attributes:
        name: as in ``-p name=value``.
        kind: what it holds: a key of :data:`KINDS`.
        help: what it means, in a few words.
        required: whether it must be given.
        default: its value when it isn't given; None means "any".
    """

    name: str
    kind: str
    help: str
    required: bool
    default: Any = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a named query's rows, with a word of help where its name doesn't say all."""

    name: str
    help: str


@dataclass(frozen=True, slots=True)
class NamedQuery:
    """A query that has a name.

    Attributes:
        name: as in ``graphprobe query run NAME``.
        purpose: what it answers, in one sentence.
        parameters: in the order of the header.
        columns: in the order of the rows' keys.
        text: the Cypher statement.
    """

    name: str
    purpose: str
    parameters: tuple[Parameter, ...]
    columns: tuple[Column, ...]
    text: str

    @property
    def statement(self) -> str:
        """Its name for :meth:`graphprobe.graph.Graph.read`."""
        return f"{GROUP}/{self.name}"

    def checked(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All parameters, each of its type: those given (text is read as the type) and the others' defaults.

        Raises:
            ConfigError: one is unknown, missing, or not of its type.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in given:
            if name not in known:
                raise self._refusal(f"there is no parameter {name!r}", _nearest(name, known, "It takes"))
        values: dict[str, Any] = {}
        for parameter in self.parameters:
            value = given.get(parameter.name)
            if value is not None:
                values[parameter.name] = self._read(parameter, value)
            elif parameter.required:
                raise self._refusal(
                    f"the parameter {parameter.name} is missing",
                    f"Give {parameter.help}: -p {parameter.name}=...",
                )
            else:
                values[parameter.name] = parameter.default
        return values

    def _read(self, parameter: Parameter, value: Any) -> Any:
        kind = KINDS[parameter.kind]
        try:
            return kind.read(value)
        except (TypeError, ValueError, OverflowError):
            raise self._refusal(
                f"{parameter.name} = {one_line(repr(value), _VALUE_SHOWN)} isn't {kind.phrase}",
                f"Give {parameter.help}.",
            ) from None

    def _refusal(self, what: str, remedy: str) -> ConfigError:
        return ConfigError(what, where=f"query {self.name}", remedy=remedy)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a named query gave.

    Attributes:
        columns: names of the columns, also when there is no row.
        rows: the rows, at most as many as the query's ``limit``.
        more: whether the limit left rows out.
    """

    columns: tuple[str, ...]
    rows: list[Row]
    more: bool


@functools.cache
def named_queries() -> tuple[NamedQuery, ...]:
    """All named queries, by name."""
    statements = (name for name in loader.names() if name.startswith(f"{GROUP}/"))
    return tuple(parse(loader.load(name)) for name in statements)


def named_query(name: str) -> NamedQuery:
    """The query of that name; a dash is as good as an underscore.

    Raises:
        ConfigError: there is none; the message has the nearest names.
    """
    by_name = {query.name: query for query in named_queries()}
    plain = name.strip().replace("-", "_")
    if plain not in by_name:
        near = difflib.get_close_matches(plain, by_name, n=3, cutoff=0.5)
        near += [one for one in by_name if plain and plain in one and one not in near][:3]
        remedy = f"Did you mean {_listed(near)}?" if near else "`graphprobe query list` shows all."
        raise ConfigError(f"there is no query {name!r}", remedy=remedy)
    return by_name[plain]


def run_query(graph: Graph, name: str, parameters: Mapping[str, Any] | None = None) -> list[Row]:
    """Rows of the named query, in its order.

    Args:
        graph: the graph to ask.
        name: name of the query.
        parameters: by name, as text or of their types; what isn't given has its default.

    Raises:
        ConfigError: an unknown query or parameter, or a value that isn't of its type.
        DataError: the graph has no such entity, document, conflict ...
    """
    return answer(graph, name, parameters).rows


def answer(graph: Graph, name: str, parameters: Mapping[str, Any] | None = None) -> Answer:
    """As :func:`run_query`, and tells whether the limit left rows out."""
    query = named_query(name)
    checked = query.checked(parameters or {})
    columns = tuple(column.name for column in query.columns)
    limit = checked.get(_LIMIT)
    wanted = checked if limit is None else {**checked, _LIMIT: limit + 1}
    rows = graph.read(query.statement, **wanted)
    if not rows:
        _refuse_unknown(graph, query, checked)
    return Answer(columns, rows[:limit], more=limit is not None and len(rows) > limit)


def parse(statement: loader.Statement) -> NamedQuery:
    """Reads the header of a statement as that of a named query.

    Raises:
        ConfigError: its parameters or columns don't have the form above, or a default isn't of its type.
    """
    text = "" if statement.parameters == _NONE else statement.parameters
    parameters = tuple(_parameter(found, statement.name) for found in _all(_PARAMETER, text, statement.name))
    columns = tuple(
        Column(found["name"], found["help"] or "")
        for found in _all(_COLUMN, statement.returns, statement.name)
    )
    name = statement.name.partition("/")[2]
    return NamedQuery(name, statement.purpose, parameters, columns, statement.text)


def _parameter(found: re.Match[str], statement: str) -> Parameter:
    where = f"cypher/{statement}.cypher"
    name, kind, default = found["name"], found["kind"], found["default"]
    if kind not in KINDS:
        raise ConfigError(
            f"{name} has the unknown type {kind!r}", where=where, remedy=f"Use {_listed(list(KINDS))}."
        )
    if default is None:
        return Parameter(name, kind, found["help"], required=True)
    try:
        value = json.loads(default)
        checked = None if value is None else KINDS[kind].read(value)
    except (TypeError, ValueError):
        raise ConfigError(f"{name} = {default} isn't {KINDS[kind].phrase}", where=where) from None
    return Parameter(name, kind, found["help"], required=False, default=checked)


def _all(pattern: re.Pattern[str], text: str, statement: str) -> list[re.Match[str]]:
    """Matches that follow each other to the end of the text."""
    found: list[re.Match[str]] = []
    end = 0
    while end < len(text):
        match = pattern.match(text, end)
        if match is None:
            raise ConfigError(
                f"the header can't be read at {text[end:]!r}", where=f"cypher/{statement}.cypher"
            )
        found.append(match)
        end = match.end()
    return found


def _refuse_unknown(graph: Graph, query: NamedQuery, values: Mapping[str, Any]) -> None:
    """Raises DataError when there are no rows because what was asked about isn't in the graph."""
    for parameter in query.parameters:
        kind, value = KINDS[parameter.kind], values[parameter.name]
        if kind.lookup is None or value is None or graph.read(f"find/{kind.lookup}", key=value):
            continue
        near = _near(graph, kind.lookup, value)
        raise DataError(
            f"there is no {kind.lookup.replace('_', ' ')} {value!r}",
            where=graph.where,
            remedy=f"Did you mean {_listed(near)}?" if near else "",
        )


def _near(graph: Graph, lookup: str, value: str) -> list[str]:
    """Up to three keys much like ``value``, else some that begin so or have its longest word."""
    word = max(re.findall(r"\w+", value), key=len, default=value)
    rows = graph.read(f"find/{lookup}_like", key=value, word=word, limit=_SUGGESTIONS_READ)
    keys = sorted(row["key"] for row in rows)
    close = difflib.get_close_matches(value, keys, n=_SUGGESTIONS, cutoff=0.6)
    return [visible(key) for key in close or [key for key in keys if word in key][:_SUGGESTIONS]]


def _nearest(name: str, known: Mapping[str, Any], otherwise: str) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    if near:
        return f"Did you mean {near[0]}?"
    return f"{otherwise} {_listed(list(known))}." if known else f"{otherwise} none."


def _listed(names: list[str]) -> str:
    return ", ".join(names)


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of parameters.

    Attributes:
        phrase: what a value must be, to follow "isn't".
        read: the value from text or from a value of its type; raises ValueError or TypeError.
        lookup: for what has a key in the graph, the statement ``find/LOOKUP`` that has a row if it's there.
    """

    phrase: str
    read: Callable[[Any], Any]
    lookup: str | None = None


def _read_text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError
    return value.strip()


def _read_entity(value: Any) -> str:
    key = entity_key(_read_text(value))
    if not key:
        raise ValueError
    return key


def _read_integer(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise TypeError
    number = int(value)
    if not 1 <= number < 2**62:
        raise ValueError
    return number


def _read_number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise TypeError
    number = float(value)
    if not math.isfinite(number):
        raise ValueError
    return number


def _read_date(value: Any) -> str:
    """A day, or a moment in UTC, in the form in which moments are stored: as text they sort by time."""
    if isinstance(value, str):
        text = value.strip().replace("Z", "+00:00")
        value = date.fromisoformat(text) if len(text) == len("2026-11-30") else datetime.fromisoformat(text)
    if isinstance(value, datetime):
        aware = value if value.tzinfo else value.replace(tzinfo=timezone.utc)
        return aware.astimezone(timezone.utc).isoformat()
    if not isinstance(value, date):
        raise TypeError
    return value.isoformat()


KINDS: Mapping[str, Kind] = {
    "string": Kind("a text", _read_text),
    "integer": Kind("a whole number from 1", _read_integer),
    "number": Kind("a number", _read_number),
    "date": Kind("a date such as 2026-11-30 or 2026-11-30T08:00", _read_date),
    "entity": Kind("a name", _read_entity, "entity"),
    "document": Kind("the id of a document", _read_text, "document"),
    "conflict": Kind("the id of a conflict", _read_text, "conflict"),
    "question": Kind("the id of a question", _read_text, "question"),
    "fact": Kind("the id of a fact", _read_text, "fact"),
    "slot": Kind("the key of a slot", _read_text, "slot"),
    "cluster": Kind("the id of a cluster", _read_text, "cluster"),
    "knowledge_point": Kind("the path of a knowledge point", _read_text, "knowledge_point"),
}
