"""Nodes, relationships and paths, which only statements of the user's give back, as plain maps and lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from neo4j.graph import Node, Path, Relationship

from graphprobe.graph import sanitizer


def plain(value: Any) -> Any:
    """A value of a record without anything of the driver in it.

    A node becomes ``{"labels": [...], "properties": {...}}``, a relationship ``{"type": ..., "properties":
    {...}}``, a path the list of its nodes and relationships in turn.
    """
    if isinstance(value, Node):
        return {"labels": sorted(value.labels), "properties": plain(dict(value))}
    if isinstance(value, Relationship):
        return {"type": value.type, "properties": plain(dict(value))}
    if isinstance(value, Path):
        steps: list[Any] = [value.nodes[0]]
        for relationship, node in zip(value.relationships, value.nodes[1:], strict=True):
            steps += [relationship, node]
        return [plain(step) for step in steps]
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return sanitizer.restore(value)
