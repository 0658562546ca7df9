"""The graph opened to the people who mined it: named queries with typed parameters, and free Cypher."""

from graphprobe.explore.queries import (
    Answer,
    NamedQuery,
    Parameter,
    answer,
    named_queries,
    named_query,
    run_query,
)

__all__ = ["Answer", "NamedQuery", "Parameter", "answer", "named_queries", "named_query", "run_query"]
