"""The words and limits of questions, read from ``configs/questions.yaml``."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from graphprobe.config import config_file
from graphprobe.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Wording:
    """What ``configs/questions.yaml`` says; its comments say what each part is for."""

    least_length: int
    most_length: int
    least_clues: int
    most_clues: int
    least_weight: int
    weights: Mapping[str, int]
    hints: tuple[str, ...]
    common_name_words: frozenset[str]
    nouns: Mapping[str, str]
    entity_kinds: Mapping[str, str]
    head_attributes: tuple[str, ...]
    adjective_attributes: tuple[str, ...]
    told_attributes: tuple[str, ...]
    akin: Mapping[str, tuple[str, ...]]
    identity_attributes: frozenset[str]
    ask: Mapping[str, str]
    lasting_participles: frozenset[str]
    when_prepositions: frozenset[str]
    where_prepositions: frozenset[str]
    pointing_words: frozenset[str]
    known_things: frozenset[str]
    auxiliaries: frozenset[str]
    other_words: Mapping[str, str]


@functools.cache
def load_wording() -> Wording:
    """Reads the file that comes with the package.

    Raises:
        ConfigError: the file is missing or lacks a part.
    """
    path = config_file("questions.yaml")
    try:
        # BaseLoader keeps every scalar a string: YAML's own rules would make a boolean of "on".
        return _wording(yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader))
    except (OSError, yaml.YAMLError, KeyError, TypeError, ValueError) as error:
        raise ConfigError(f"the words of questions can't be read: {error}", where=str(path)) from error


def _wording(body: Mapping[str, Any]) -> Wording:
    return Wording(
        least_length=int(body["length"]["least"]),
        most_length=int(body["length"]["most"]),
        least_clues=int(body["clues"]["least"]),
        most_clues=int(body["clues"]["most"]),
        least_weight=int(body["least_weight"]),
        weights={kind: int(weight) for kind, weight in body["weights"].items()},
        hints=tuple(body["hints"]),
        common_name_words=frozenset(body["common_name_words"]),
        nouns=dict(body["nouns"]),
        entity_kinds=dict(body["entity_kinds"]),
        head_attributes=tuple(body["head_attributes"]),
        adjective_attributes=tuple(body["adjective_attributes"]),
        told_attributes=tuple(body["told_attributes"]),
        akin={one: tuple(group) for group in body["akin"] for one in group},
        identity_attributes=frozenset(body["identity_attributes"]),
        ask=dict(body["ask"]),
        lasting_participles=frozenset(body["lasting_participles"]),
        when_prepositions=frozenset(body["when_prepositions"]),
        where_prepositions=frozenset(body["where_prepositions"]),
        pointing_words=frozenset(body["pointing_words"]),
        known_things=frozenset(body["known_things"]),
        auxiliaries=frozenset(body["auxiliaries"]),
        other_words=dict(body["other_words"]),
    )
