"""What may become a property or a parameter, and what a read gives back.

Every value that goes to the database passes :func:`clean` once, and every value that comes back passes
:func:`restore` once. Neo4j refuses some of what Python holds, and the embedded engine accepts what Neo4j
refuses; both would be surprises, so the rules are the same for both and end in one clear error.
"""

from __future__ import annotations

import functools
import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time, timedelta
from enum import Enum
from typing import Any

from graphprobe.errors import DataError

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_JSON_SUFFIX = "_json"
_SMALLEST, _LARGEST = -(2**63), 2**63 - 1


def clean_parameters(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters of a statement, ready for the driver.

    ``None`` stays as the value of a parameter, where it means "unset"; a list of maps is taken as rows.

    Raises:
        DataError: a value that can't be stored; the message names the parameter.
    """
    return {name: _clean_parameter(value, name) for name, value in parameters.items()}


def clean_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """One row of an UNWIND batch: a map of properties.

    Keys whose value is ``None`` are left out. A nested map or a list of maps becomes JSON text under the key
    with the suffix ``_json``, as no property can hold it.

    Raises:
        DataError: a key that isn't a string, or a value that can't be stored.
    """
    cleaned: dict[str, Any] = {}
    for key, value in row.items():
        if type(key) is not str:
            raise DataError(f"a property name must be a string, not {key!r}", where="graph")
        if value is None:
            continue
        cleaner = _CLEANERS.get(type(value), _clean_unusual)
        value = cleaner(value, key)
        if value.__class__ is _Nested:
            name = key if key.endswith(_JSON_SUFFIX) else key + _JSON_SUFFIX
            cleaned[name] = value.text
        elif value is not None:
            cleaned[_clean_name(key)] = value
    return cleaned


def size(value: Any) -> int:
    """About how many bytes a cleaned value takes on the wire; never less than it takes by half."""
    kind = type(value)
    if kind is str:
        return len(value) + 5 if value.isascii() else 3 * len(value) + 5
    if kind is dict:
        return sum(map(len, value)) + sum(map(size, value.values())) + 5
    if kind is list:
        return sum(map(size, value)) + 5
    return len(value) + 5 if isinstance(value, bytes) else 9


def restore(value: Any) -> Any:
    """A value read from the database, with nothing left of its types: temporal values as ISO text."""
    if value is None or isinstance(value, (str, int, float, bool, bytes)):
        return value
    if hasattr(value, "iso_format"):  # the driver's dates and times; its durations are tuples
        return value.iso_format()
    if isinstance(value, (list, tuple)):
        return [restore(item) for item in value]
    if isinstance(value, Mapping):
        return {key: restore(item) for key, item in value.items()}
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    return str(value)


class _Nested:
    """JSON text that stands for a map inside a map."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


def _clean_parameter(value: Any, name: str) -> Any:
    if isinstance(value, Mapping):
        return clean_row(value)
    if isinstance(value, (list, tuple)) and value and all(isinstance(item, Mapping) for item in value):
        return [clean_row(item) for item in value]
    return _clean(value, name)


def _clean(value: Any, name: str) -> Any:
    cleaner = _CLEANERS.get(type(value))
    return cleaner(value, name) if cleaner else _clean_unusual(value, name)


def _clean_text(value: str, _name: str) -> str:
    if "\0" not in value and (value.isascii() or _encodes(value)):
        return value
    return _UNSTORABLE.sub(lambda found: "" if found.group() == "\0" else "�", value)


def _encodes(value: str) -> bool:
    """Whether no surrogate stands alone; looking for one with a pattern takes three times as long."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


@functools.lru_cache(maxsize=1024)
def _clean_name(name: str) -> str:
    """The name of a property; a few dozen of them stand in millions of rows."""
    return _clean_text(name, name)


def _clean_int(value: int, name: str) -> int:
    if not _SMALLEST <= value <= _LARGEST:
        raise DataError(f"{name} = {value} is over 64 bits", where="graph", remedy="Store it as text.")
    return value


def _clean_float(value: float, name: str) -> float:
    if not math.isfinite(value):
        raise DataError(
            f"{name} = {value} isn't a number that can be stored",
            where="graph",
            remedy="Store a status instead.",
        )
    return value


def _clean_datetime(value: datetime, name: str) -> str | None:
    if value != value:  # pandas.NaT: a datetime that isn't equal to itself
        return None
    if value.tzinfo is None:
        raise DataError(
            f"{name} = {value.isoformat()} has no time zone", where="graph", remedy="Make it aware (UTC)."
        )
    return value.isoformat()


def _clean_list(value: Iterable[Any], name: str) -> list[Any] | _Nested:
    items = list(value)
    if any(isinstance(item, (Mapping, list, tuple, set, frozenset)) for item in items):
        return _Nested(_to_json(items))
    cleaned = [_clean(item, name) for item in items]
    if None in cleaned:
        raise DataError(f"the list {name} holds None", where="graph", remedy="Leave it out.")
    kinds = {type(item) for item in cleaned}
    if kinds == {int, float}:
        return [float(item) for item in cleaned]
    if len(kinds) > 1:
        found = ", ".join(sorted(kind.__name__ for kind in kinds))
        raise DataError(f"the list {name} mixes types ({found})", where="graph", remedy="Use one type.")
    return cleaned


def _clean_set(value: Iterable[Any], name: str) -> list[Any] | _Nested:
    return _clean_list(sorted(value, key=str), name)


def _clean_map(value: Mapping[Any, Any], _name: str) -> _Nested:
    return _Nested(_to_json(value))


def _clean_unusual(value: Any, name: str) -> Any:
    """Enums, subclasses of plain types, and the scalars and arrays of numpy and pandas."""
    if isinstance(value, Enum):
        return _clean(value.value, name)
    if hasattr(value, "tolist"):  # numpy scalar or array, pandas Series
        plain = value.tolist()
        if type(plain) is type(value):
            raise DataError(f"{name}: {type(value).__name__} can't be stored", where="graph")
        return _clean(plain, name)
    if type(value).__name__ in ("NaTType", "NAType"):
        return None
    for kind, cleaner in _SUBCLASS_CLEANERS:
        if isinstance(value, kind):
            return cleaner(value, name)
    raise DataError(f"{name}: {type(value).__name__} can't be stored", where="graph")


def _to_json(value: Any) -> str:
    return json.dumps(_plain(value), ensure_ascii=False, sort_keys=True, allow_nan=False)


def _plain(value: Any) -> Any:
    """The value as JSON types, by the same rules as properties."""
    if isinstance(value, Mapping):
        bad = [key for key in value if type(key) is not str]
        if bad:
            raise DataError(f"a property name must be a string, not {bad[0]!r}", where="graph")
        return {_clean_text(key, key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return [_plain(item) for item in sorted(value, key=str)]
    cleaned = _clean(value, "value")
    return json.loads(cleaned.text) if isinstance(cleaned, _Nested) else cleaned


_Cleaner = Callable[[Any, str], Any]

_CLEANERS: dict[type, _Cleaner] = {
    str: _clean_text,
    int: _clean_int,
    float: _clean_float,
    bool: lambda value, _name: value,
    type(None): lambda _value, _name: None,
    bytes: lambda value, _name: value,
    list: _clean_list,
    tuple: _clean_list,
    set: _clean_set,
    frozenset: _clean_set,
    dict: _clean_map,
    datetime: _clean_datetime,
    date: lambda value, _name: value.isoformat(),
    time: lambda value, _name: value.isoformat(),
    timedelta: lambda value, _name: value.total_seconds(),
}

_SUBCLASS_CLEANERS: tuple[tuple[Any, _Cleaner], ...] = (
    (str, lambda value, name: _clean_text(str.__str__(value), name)),
    (int, lambda value, name: _clean_int(int(value), name)),
    (float, lambda value, name: _clean_float(float(value), name)),
    (datetime, _clean_datetime),
    (date, lambda value, _name: value.isoformat()),
    (Mapping, _clean_map),
    ((list, tuple), _clean_list),
    ((set, frozenset), _clean_set),
)
