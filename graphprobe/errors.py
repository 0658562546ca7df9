"""Every error that GraphProbe raises on purpose.

    GraphProbeError
    ├── ConfigError        a setting, flag or file the user gave is wrong        exit 2
    │   └── MissingModelError   a spaCy or embedding model isn't installed       exit 2
    ├── GraphError         the graph database can't be reached or refused        exit 2
    │   ├── GraphLockedError    an embedded graph is held by another process     exit 2
    │   └── GraphVersionError   a graph was written by a newer GraphProbe        exit 2
    ├── DataError          a document, record or file doesn't have its form      exit 2
    └── PartialError       the work was done, but some items failed              exit 1

A message is one line that says what is wrong, where, and what to do about it.
"""

from __future__ import annotations


class GraphProbeError(Exception):
    """Base of all errors meant for the user; the command line prints it as one line."""

    exit_code = 2

    def __init__(self, what: str, *, where: str = "", remedy: str = "") -> None:
        self.what = what
        self.where = where
        self.remedy = remedy
        super().__init__(self.line())

    def line(self) -> str:
        """The message as one line: ``where: what. Remedy.``"""
        text = f"{self.where}: {self.what}" if self.where else self.what
        if self.remedy:
            text = f"{text.rstrip('.')}. {self.remedy}"
        return " ".join(text.split())


class ConfigError(GraphProbeError):
    """A setting, a flag or a file named by the user is wrong."""


class MissingModelError(ConfigError):
    """A model that the settings name isn't installed on this machine."""


class GraphError(GraphProbeError):
    """The graph database can't be reached, or refused what it was asked."""


class GraphLockedError(GraphError):
    """The folder of an embedded graph is held by a process that we can't share it with."""


class GraphVersionError(GraphError):
    """The graph carries migrations that this version of GraphProbe doesn't know."""


class DataError(GraphProbeError):
    """A document, a record or a file doesn't have the form it must have."""


class PartialError(GraphProbeError):
    """The command did its work, but some items failed; they are listed and retried next time."""

    exit_code = 1
