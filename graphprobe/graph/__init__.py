"""The graph room: the only one that talks to the database."""

from graphprobe.graph.connection import Graph, open_graph

__all__ = ["Graph", "open_graph"]
