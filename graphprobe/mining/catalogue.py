"""The catalogue of attributes (``configs/attributes.yaml``): what a fact can be about and what shows it.

The file says for each attribute which values fill it, whose it can be, whether two values contradict each
other, the words that announce it, and how to ask for it. :func:`catalogue` reads it once and indexes the
announcing words, so that looking up a word costs one dictionary access.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from graphprobe.config import config_file
from graphprobe.errors import ConfigError
from graphprobe.text.values import Kind

ANY_TYPE = "any"
_TRIGGER_KEYS = ("verb", "noun", "count", "adjective", "definition", "label")


@dataclass(frozen=True, slots=True)
class AttributeSpec:
    """One attribute of the catalogue.

    Attributes:
        name: a noun phrase, as "date of birth".
        kinds: the kinds of value that fill it.
        of: the types of subject that have it; empty for any.
        functional: one value at a time a subject, so that two different ones are a contradiction.
        changes: the value changes in time, as a population does, so that it matters when it was so.
        questions: question by type of subject, with ``{subject}``; "any" is the default.
        clue: what follows a noun to say the attribute, with ``{value}``, or with ``{when}`` for a date and
            its preposition.
    """

    name: str
    kinds: frozenset[Kind]
    of: frozenset[str]
    functional: bool
    changes: bool
    questions: Mapping[str, str]
    clue: str

    def question(self, subject_type: str = ANY_TYPE) -> str | None:
        """The question for a subject of a type, else the general one, else None."""
        return self.questions.get(subject_type) or self.questions.get(ANY_TYPE)

    def fits(self, types: frozenset[str]) -> bool:
        """Whether a subject that may be of these types can have the attribute; no types: unknown, so yes."""
        return not self.of or not types or bool(self.of & types)


@dataclass(frozen=True, slots=True)
class Trigger:
    """A way in which text announces an attribute; see the head of the catalogue for the fields' meaning."""

    spec: AttributeSpec
    at: frozenset[str] = frozenset()
    about: str = ""
    objects: frozenset[str] = frozenset()
    complements: frozenset[str] = frozenset()
    saying: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All attributes, and triggers by the word that announces them."""

    specs: Mapping[str, AttributeSpec]
    verbs: Mapping[str, tuple[Trigger, ...]]
    nouns: Mapping[str, tuple[Trigger, ...]]
    counts: Mapping[str, tuple[Trigger, ...]]
    adjectives: Mapping[str, tuple[Trigger, ...]]
    definitions: Mapping[str, tuple[Trigger, ...]]
    labels: Mapping[str, tuple[Trigger, ...]]
    types: Mapping[str, frozenset[str]]
    sports: Mapping[str, str]
    parties: frozenset[str]
    religions: frozenset[str]

    def get(self, name: str) -> AttributeSpec | None:
        """The attribute of this name; None for open attributes, which no catalogue lists."""
        return self.specs.get(name)

    def types_of(self, noun: str) -> frozenset[str]:
        """What a thing can be that this common noun (lemma) names; empty when the noun doesn't tell."""
        return self.types.get(noun, frozenset())


@cache
def catalogue(path: Path | None = None) -> Catalogue:
    """Reads a catalogue, by default the one that comes with GraphProbe.

    Raises:
        ConfigError: the file can't be read or an entry doesn't have its form; names the entry.
    """
    path = path or config_file("attributes.yaml")
    try:
        # BaseLoader keeps every scalar a string: YAML's own rules would make booleans of "on" and "no".
        data = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigError(f"the catalogue of attributes can't be read: {error}", where=str(path)) from None
    if not isinstance(data, dict) or not isinstance(data.get("attributes"), dict):
        raise ConfigError("a catalogue needs a map named attributes", where=str(path))
    specs: dict[str, AttributeSpec] = {}
    triggers: dict[str, dict[str, list[Trigger]]] = {key: defaultdict(list) for key in _TRIGGER_KEYS}
    for name, entry in data["attributes"].items():
        try:
            specs[name] = _spec(name, entry)
            for trigger in entry["when"]:
                key, words = _announcing(trigger)
                for word in words:
                    triggers[key][word].append(_trigger(specs[name], trigger))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ConfigError(f"attribute {name!r} isn't well formed: {error}", where=str(path)) from None
    index = {key: {word: tuple(found) for word, found in words.items()} for key, words in triggers.items()}
    return Catalogue(
        specs=specs,
        verbs=index["verb"],
        nouns=index["noun"],
        counts=index["count"],
        adjectives=index["adjective"],
        definitions=index["definition"],
        labels=index["label"],
        types=_types(data.get("types") or {}),
        sports=dict(data.get("sports") or {}),
        parties=frozenset(data.get("parties") or ()),
        religions=frozenset(data.get("religions") or ()),
    )


def _spec(name: str, entry: Mapping[str, Any]) -> AttributeSpec:
    truth = {"true": True, "false": False}
    return AttributeSpec(
        name=name,
        kinds=frozenset(Kind(kind) for kind in entry["kinds"]),
        of=frozenset(entry.get("of", ())),
        functional=truth[entry["functional"]],
        changes=truth[entry.get("changes", "false")],
        questions=dict(entry["questions"]),
        clue=str(entry["clue"]),
    )


def _announcing(trigger: Mapping[str, Any]) -> tuple[str, list[str]]:
    keys = [key for key in _TRIGGER_KEYS if key in trigger]
    if len(keys) != 1:
        raise ValueError(f"a trigger has one of {', '.join(_TRIGGER_KEYS)}, not {sorted(trigger)}")
    return keys[0], _words(trigger[keys[0]])


def _trigger(spec: AttributeSpec, trigger: Mapping[str, Any]) -> Trigger:
    unknown = set(trigger) - {*_TRIGGER_KEYS, "at", "about", "object", "complement", "saying"}
    if unknown:
        raise ValueError(f"a trigger has no {', '.join(sorted(unknown))}")
    return Trigger(
        spec=spec,
        at=frozenset(_words(trigger.get("at", []))),
        about=trigger.get("about", ""),
        objects=frozenset(_words(trigger.get("object", []))),
        complements=frozenset(_words(trigger.get("complement", []))),
        saying=frozenset(_words(trigger.get("saying", []))),
    )


def _words(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def _types(nouns: Mapping[str, list[str]]) -> dict[str, frozenset[str]]:
    types: dict[str, set[str]] = defaultdict(set)
    for name, words in nouns.items():
        for word in words:
            types[word.casefold()].add(name)
    return {word: frozenset(found) for word, found in types.items()}
