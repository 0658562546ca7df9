"""Errors of the driver and of both servers as errors of GraphProbe, each with what to do about it."""

from __future__ import annotations

from urllib.parse import urlsplit

from neo4j.exceptions import AuthError, ConfigurationError, Neo4jError, ServiceUnavailable, SessionExpired

from graphprobe.errors import ConfigError, GraphError, GraphProbeError

_SCHEMES = ("bolt", "neo4j", "bolt+s", "neo4j+s", "bolt+ssc", "neo4j+ssc")
_WRITES_WHERE_IT_MAY_ONLY_READ = "Neo.ClientError.Statement.AccessMode"
_FULL_DISK = ("No space left on device", "DatabaseIsReadOnly", "disk is full")


def check_address(uri: str) -> None:
    """Raises ConfigError unless ``uri`` is an address of Bolt.

    The driver would take HTTP, as a preview, and a port over 65,535 for another one.
    """
    if uri.partition("://")[0] not in _SCHEMES or not _has_a_port(uri):
        raise _not_an_address(uri)


def translated(error: BaseException, where: str, statement: str) -> GraphProbeError:
    """The error to raise instead of ``error``, which came up at ``where`` while ``statement`` ran.

    ``statement`` is its name; empty: one that the user typed.
    """
    text = _message(error)
    code = getattr(error, "code", None) or ""
    if any(mark in text or mark in code for mark in _FULL_DISK):
        return GraphError("the disk of the database is full", where=where, remedy="Free space and run again.")
    if isinstance(error, AuthError):
        return GraphError(
            "the server refuses this user and password",
            where=where,
            remedy="Set GRAPHPROBE_GRAPH_USER and GRAPHPROBE_GRAPH_PASSWORD.",
        )
    if code == _WRITES_WHERE_IT_MAY_ONLY_READ:
        return would_write(where)
    if code.startswith("Neo.ClientError.Database."):
        return GraphError(
            f"the server has no such database: {text}",
            where=where,
            remedy="Set GRAPHPROBE_GRAPH_DATABASE; Neo4j Community has only `neo4j`.",
        )
    if isinstance(error, (ConfigurationError, ValueError)) and not isinstance(error, Neo4jError):
        return _not_an_address(where)
    if isinstance(error, (ServiceUnavailable, SessionExpired, OSError)):
        return _unreachable(text, where)
    named = f"the statement {statement}" if statement else "the statement"
    return GraphError(f"{named} was refused: {text}", where=where)


def would_write(where: str) -> GraphError:
    """The error for a statement that was to read only, and which the server refused as it would write."""
    return GraphError("only statements that read may run here, and this one would write", where=where)


def _has_a_port(uri: str) -> bool:
    """Whether the port, if one is given, can be one."""
    try:
        return urlsplit(uri).port != 0
    except ValueError:
        return False


def _not_an_address(uri: str) -> ConfigError:
    schemes = ", ".join(f"{scheme}://" for scheme in _SCHEMES)
    return ConfigError("not an address of a graph", where=uri, remedy=f"Use {schemes} or embedded:DIR.")


def _unreachable(text: str, where: str) -> GraphError:
    lowered = text.lower()
    if "ssl" in lowered or "tls" in lowered or "certificate" in lowered:
        return GraphError(
            f"the server and the address disagree about encryption: {text}",
            where=where,
            remedy="bolt:// and neo4j:// are plain, +s wants a valid certificate, +ssc takes any.",
        )
    if "routing" in lowered:
        return GraphError(
            f"no server answers with routing information: {text}",
            where=where,
            remedy="If it runs: a single server wants bolt://, and one without encryption no +s or +ssc.",
        )
    if "http" in lowered:
        return GraphError(
            "a web server answers there, not Bolt", where=where, remedy="The Bolt port is usually 7687."
        )
    return GraphError(
        f"no graph database answers: {text}",
        where=where,
        remedy="Start it (`docker compose up -d`) or give another --graph; `graphprobe doctor` looks closer.",
    )


def _message(error: BaseException) -> str:
    return " ".join(str(getattr(error, "message", None) or error).split())[:300]
