"""The taxonomy of knowledge points, and the labels that documents get from it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import yaml

from graphprobe.config import config_file
from graphprobe.errors import ConfigError
from graphprobe.records import RULES, Span


@dataclass(frozen=True, slots=True)
class KnowledgePoint:
    """One path of the taxonomy, with words by which a text about it is known."""

    discipline: str
    field: str
    subfield: str
    keywords: str = ""

    @property
    def path(self) -> str:
        """The key: ``discipline / field / subfield``."""
        return f"{self.discipline} / {self.field} / {self.subfield}"


@dataclass(frozen=True, slots=True)
class Label:
    """A knowledge point given to a document, with the sentence that speaks for it most.

    ``model`` and ``prompt`` name the language model that gave it and what it was asked; of rules, ``rules``
    and nothing.
    """

    point: KnowledgePoint
    confidence: float
    quote: Span
    method: str
    model: str = RULES
    prompt: str | None = None


@dataclass(frozen=True)
class Taxonomy:
    """All knowledge points, in the order of the file."""

    points: tuple[KnowledgePoint, ...]

    @cached_property
    def digest(self) -> str:
        """Hash of the content, for fingerprints."""
        content = "\n".join(f"{point.path}\t{point.keywords}" for point in self.points)
        return hashlib.sha256(content.encode()).hexdigest()[:16]


def load_taxonomy(path: Path | None = None) -> Taxonomy:
    """Reads a taxonomy, by default the one that comes with GraphProbe (its head tells the form).

    Raises:
        ConfigError: the file can't be read, isn't a map three levels deep, or is empty.
    """
    path = path or config_file("taxonomy.yaml")
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        points = tuple(
            KnowledgePoint(str(discipline), str(field), str(subfield), str(keywords or ""))
            for discipline, fields in data.items()
            for field, subfields in fields.items()
            for subfield, keywords in subfields.items()
        )
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigError(f"the taxonomy can't be read: {error}", where=str(path)) from None
    except AttributeError:
        raise ConfigError(
            "a taxonomy is a map of disciplines, of fields, of subfields to their words", where=str(path)
        ) from None
    if not points:
        raise ConfigError("the taxonomy is empty", where=str(path))
    return Taxonomy(points)
