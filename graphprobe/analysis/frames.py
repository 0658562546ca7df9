"""Conflicts, reports and documents as tidy pandas frames.

A row is one thing, a column one property. Ids and texts have the dtype ``string``, counts and offsets
``Int64``, scores ``Float64``; what isn't known is ``pandas.NA``. Frames are made a page at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from graphprobe.graph import Graph

if TYPE_CHECKING:
    import pandas

Row = dict[str, Any]

CONFLICTS: Mapping[str, str] = {
    "conflict": "string",  # id of the conflict
    "subject": "string",
    "attribute": "string",
    "slot": "string",  # key of the slot that stands for the conflict
    "n_accounts": "Int64",
    "n_undecided": "Int64",  # facts of the conflict that fit none or several of its accounts
    "account": "string",  # id of the account
    "value": "string",
    "value_kind": "string",  # date, number, place ...
    "side": "string",  # majority, minority or tie
    "n_documents": "Int64",
    "n_sources": "Int64",  # independent ones: near duplicates are one voice
}
REPORTS: Mapping[str, str] = {
    "conflict": "string",
    "account": "string",
    "document": "string",
    "fact": "string",
    "value": "string",  # as the document writes it
    "statement": "string",
    "start": "Int64",  # of the statement in the document's text, in code points
    "end": "Int64",
    "value_start": "Int64",
    "value_end": "Int64",
    "method": "string",
    "confidence": "Float64",
}
DOCUMENTS: Mapping[str, str] = {
    "document": "string",
    "corpus": "string",
    "source": "string",  # the file it was read from
    "url": "string",
    "title": "string",
    "date": "string",
    "language": "string",
    "partition": "string",  # high or low
    "quality": "Float64",
    "n_chars": "Int64",
    "dup_group": "string",  # near duplicates share it
    "n_facts": "Int64",
}


def load_conflicts(graph: Graph) -> pandas.DataFrame:
    """Conflicts, one row an account, strongest first; columns are those of :data:`CONFLICTS`.

    Raises:
        GraphError: the database failed.
    """
    return _frame(map(_account_rows, graph.pages("analysis/conflict_accounts")), CONFLICTS)


def load_reports(graph: Graph) -> pandas.DataFrame:
    """Who reports which account, one row a statement; columns are those of :data:`REPORTS`.

    Raises:
        GraphError: the database failed.
    """
    return _frame(map(_report_rows, graph.pages("analysis/conflict_reports", limit=200)), REPORTS)


def load_documents(graph: Graph, *, text: bool = False) -> pandas.DataFrame:
    """Documents, one a row; columns are those of :data:`DOCUMENTS`.

    Args:
        graph: the open graph.
        text: adds the column ``text``.

    Raises:
        GraphError: the database failed.
    """
    pages = graph.pages("analysis/documents", text="yes" if text else "no")
    columns = {**DOCUMENTS, "text": "string"} if text else DOCUMENTS
    return _frame(([{**row, "document": row["key"]} for row in page] for page in pages), columns)


def query_frame(columns: Sequence[str], rows: Sequence[Row]) -> pandas.DataFrame:
    """Rows of a query as a frame; each column gets the dtype that fits what it holds."""
    import pandas

    return pandas.DataFrame(rows, columns=list(columns)).convert_dtypes()


def _frame(pages: Iterable[Sequence[Row]], columns: Mapping[str, str]) -> pandas.DataFrame:
    import pandas

    parts = [pandas.DataFrame(rows, columns=list(columns)).astype(columns) for rows in pages]
    empty = pandas.DataFrame(columns=list(columns)).astype(columns)
    return pandas.concat(parts, ignore_index=True) if parts else empty


def _account_rows(page: Sequence[Row]) -> list[Row]:
    return [
        {**row, "conflict": row["key"], **account}
        for row in page
        for account in sorted(row["accounts"], key=lambda a: (-a["n_sources"], a["value"]))
    ]


def _report_rows(page: Sequence[Row]) -> list[Row]:
    return [
        {"conflict": row["key"], **report}
        for row in page
        for report in sorted(row["reports"], key=lambda r: (r["account"], r["document"], r["start"]))
    ]
