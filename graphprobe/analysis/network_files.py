"""Networks as GraphML and GEXF files, which Gephi, Cytoscape and NetworkX open.

Both formats want the names and types of all attributes first, and GEXF all nodes before all edges. So nodes
and edges are spooled to disk as they come, which attributes there are is learnt on the way, and the file is
put together at the end: a network of any size takes the same memory.
"""

from __future__ import annotations

import shutil
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar
from xml.sax.saxutils import escape, quoteattr

from graphprobe.analysis.networks import Edge, Node, Scalar
from graphprobe.corpus.files import atomic_write
from graphprobe.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Written:
    """How many nodes and edges a file holds."""

    nodes: int
    edges: int


def check_suffix(path: Path) -> None:
    """Stops what would write a network in a format that we don't know.

    Raises:
        ConfigError: the suffix is none of those known.
    """
    _format_of(path)


def write_network(path: Path, elements: Iterable[Node | Edge]) -> Written:
    """Writes a network in the format that the suffix of ``path`` names; whole or not at all.

    Args:
        path: the file, ``.graphml`` or ``.gexf``; one that is there is replaced.
        elements: nodes and edges in any order.

    Raises:
        ConfigError: the suffix is none of those known.
        OSError: the file can't be written; ``path`` is as it was.
    """
    style = _format_of(path)()
    nodes = edges = 0
    path.parent.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryFile(dir=path.parent) as node_spool,
        tempfile.TemporaryFile(dir=path.parent) as edge_spool,
    ):
        for element in elements:
            if isinstance(element, Node):
                nodes += 1
                node_spool.write(style.node(element).encode())
            else:
                edges += 1
                edge_spool.write(style.edge(element, f"e{edges}").encode())
        with atomic_write(path) as file:
            file.write(style.head().encode())
            for spool, after in ((node_spool, style.between), (edge_spool, style.tail)):
                spool.seek(0)
                shutil.copyfileobj(spool, file)
                file.write(after.encode())
    return Written(nodes, edges)


@dataclass(slots=True)
class _Columns:
    """The attributes met so far: for each its number and the types of its values."""

    types: dict[str, set[type]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, name: str, value: Scalar) -> int:
        """The number of an attribute, which is noted with the type of this value."""
        self.types.setdefault(name, set()).add(type(value))
        return self.numbers.setdefault(name, len(self.numbers))

    def declared(self) -> Iterator[tuple[int, str, str]]:
        """Number, name and type of each attribute."""
        for name, number in self.numbers.items():
            yield number, name, _type_of(self.types[name])


class _Format(ABC):
    """How one format writes nodes and edges, and what stands around them."""

    between: ClassVar[str]
    tail: ClassVar[str]

    def __init__(self) -> None:
        self._node_columns = _Columns()
        self._edge_columns = _Columns()

    @abstractmethod
    def node(self, node: Node) -> str:
        """One node."""

    @abstractmethod
    def edge(self, edge: Edge, name: str) -> str:
        """One edge, by a name of its own, since two nodes may be joined by several."""

    @abstractmethod
    def head(self) -> str:
        """What comes first, with the attributes of all nodes and edges that were written."""


class _GraphMl(_Format):
    """GraphML, http://graphml.graphdrawing.org/specification.html."""

    between: ClassVar[str] = ""
    tail: ClassVar[str] = "</graph>\n</graphml>\n"

    def node(self, node: Node) -> str:
        return f"<node id={quoteattr(node.key)}>{_data(node.attributes, self._node_columns, 'n')}</node>\n"

    def edge(self, edge: Edge, name: str) -> str:
        ends = f"source={quoteattr(edge.source)} target={quoteattr(edge.target)}"
        return f'<edge id="{name}" {ends}>{_data(edge.attributes, self._edge_columns, "e")}</edge>\n'

    def head(self) -> str:
        keys = [
            f'<key id="{domain[0]}{number}" for="{domain}" attr.name={quoteattr(name)} attr.type="{kind}"/>\n'
            for domain, columns in (("node", self._node_columns), ("edge", self._edge_columns))
            for number, name, kind in columns.declared()
        ]
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
            f'{"".join(keys)}<graph edgedefault="directed">\n'
        )


class _Gexf(_Format):
    """GEXF 1.2, https://gexf.net/schema.html: the version that both Gephi and NetworkX read."""

    between: ClassVar[str] = "</nodes>\n<edges>\n"
    tail: ClassVar[str] = "</edges>\n</graph>\n</gexf>\n"

    def node(self, node: Node) -> str:
        values = dict(node.attributes)
        label = quoteattr(_written(values.pop("label", node.key)))
        return f"<node id={quoteattr(node.key)} label={label}>{_values(values, self._node_columns)}</node>\n"

    def edge(self, edge: Edge, name: str) -> str:
        ends = f"source={quoteattr(edge.source)} target={quoteattr(edge.target)}"
        return f'<edge id="{name}" {ends}>{_values(edge.attributes, self._edge_columns)}</edge>\n'

    def head(self) -> str:
        attributes = [
            f'<attributes class="{domain}">\n{"".join(map(_declaration, columns.declared()))}</attributes>\n'
            for domain, columns in (("node", self._node_columns), ("edge", self._edge_columns))
        ]
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<gexf xmlns="http://www.gexf.net/1.2draft" version="1.2">\n'
            f'<graph mode="static" defaultedgetype="directed">\n{"".join(attributes)}<nodes>\n'
        )


_FORMATS: dict[str, type[_Format]] = {".graphml": _GraphMl, ".gexf": _Gexf}


def _format_of(path: Path) -> type[_Format]:
    try:
        return _FORMATS[path.suffix.lower()]
    except KeyError:
        raise ConfigError(
            f"the suffix {path.suffix!r} names no format",
            where=str(path),
            remedy=f"Choose {' or '.join(_FORMATS)}.",
        ) from None


def _data(attributes: Mapping[str, Scalar], columns: _Columns, prefix: str) -> str:
    return "".join(
        f'<data key="{prefix}{columns.number(name, value)}">{_text(value)}</data>'
        for name, value in attributes.items()
    )


def _values(attributes: Mapping[str, Scalar], columns: _Columns) -> str:
    values = "".join(
        f'<attvalue for="{columns.number(name, value)}" value={quoteattr(_written(value))}/>'
        for name, value in attributes.items()
    )
    return f"<attvalues>{values}</attvalues>" if values else ""


def _declaration(column: tuple[int, str, str]) -> str:
    number, name, kind = column
    return f'<attribute id="{number}" title={quoteattr(name)} type="{kind}"/>\n'


def _text(value: Scalar) -> str:
    return escape(_written(value), {"\r": "&#13;"})  # a bare carriage return would be read as a line feed


def _written(value: Scalar) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _type_of(types: set[type]) -> str:
    """The type that holds values of all these types; both formats use the same names."""
    if types == {bool}:
        return "boolean"
    if types == {int}:
        return "long"
    return "double" if types <= {int, float} else "string"
