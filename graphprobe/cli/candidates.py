"""``graphprobe candidates``: which pairs of documents are compared, and how many the paper would compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graphprobe.cli.common import (
    json_option,
    print_json,
    print_table,
    refuse_overwrite,
    settings_options,
    write_jsonl,
)
from graphprobe.config import Settings

if TYPE_CHECKING:
    from graphprobe.graph import Graph


@click.group()
def candidates() -> None:
    """Pairs of documents worth comparing.

    \b
    graphprobe candidates stats
    graphprobe candidates export pairs.jsonl
    """


@candidates.command()
@settings_options
@json_option
def stats(settings: Settings, as_json: bool) -> None:
    """Count the pairs written and why, the hubs left out, and the pairs of the paper's setting.

    \b
    graphprobe candidates stats --json
    """
    from graphprobe.graph import open_graph

    with open_graph(settings.graph, read_only=True) as graph:
        found = summary(graph, settings.candidates.hub)
    if as_json:
        print_json(found)
        return
    print_table(["written", "pairs"], [("all", found["pairs"]), *found["via"].items()])
    print_table(
        ["round", "setting", "documents", "budget", "pairs"],
        [(r["id"], r["setting"], r["documents"], r["budget"], r["pairs"]) for r in found["rounds"]],
        title="\nBudget, round by round",
    )
    hubs = found["hubs"]
    print_table(
        ["shared by too many", "left out"],
        [("terms", hubs["terms"]), ("entities", hubs["entities"])],
        title=f"\nHubs: more than {hubs['cap']:,} documents",
    )
    print_table(["pairs", "number"], _paper_lines(found["paper"]), title="\nThe paper's setting")


@candidates.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Write over an existing file.")
@settings_options
def export(file: Path, force: bool, settings: Settings) -> None:
    """Write all pairs to FILE, as JSON Lines: doc_a, doc_b, via, score.

    \b
    graphprobe candidates export pairs.jsonl
    """
    from graphprobe.graph import open_graph
    from graphprobe.mining.candidates import read_candidates

    refuse_overwrite(file, force)
    with open_graph(settings.graph, read_only=True) as graph:
        count = write_jsonl(file, read_candidates(graph))
    click.echo(f"{count:,} pairs written to {file}")


def summary(graph: Graph, hub: int) -> dict[str, Any]:
    """What ``stats`` tells, for programs.

    Args:
        graph: the open graph.
        hub: documents from which on a term or an entity counts as a hub.
    """
    from graphprobe.mining.candidates import count_pairs, read_candidates

    via: Counter[str] = Counter()
    pairs = 0
    for row in read_candidates(graph):
        pairs += 1
        via.update(row["via"])
    # The embedded engine leaves out a row whose count is zero.
    hubs = {"terms": 0, "entities": 0} | {
        row["kind"]: row["hubs"] for row in graph.read("mining/candidates_hubs", hub=hub)
    }
    counts = count_pairs(graph)
    return {
        "pairs": pairs,
        "via": dict(sorted(via.items())),
        "rounds": graph.read("mining/candidates_rounds"),
        "hubs": {"cap": hub, **hubs},
        "paper": {
            "documents": counts.documents,
            "M_all": counts.all_pairs,
            "M_KP": counts.same_point,
            "C_N": counts.across_points,
            "C": counts.candidates,
            "share": counts.share,
            "reduction": counts.reduction,
        },
    }


def _paper_lines(paper: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
    share, reduction = paper["share"], paper["reduction"]
    return [
        ("all pairs, M_all", f"{paper['M_all']:,}"),
        ("same knowledge point, M_KP = |C_K|", f"{paper['M_KP']:,}"),
        ("M_KP / M_all", "" if share is None else f"{share:.2%}"),
        ("M_all / M_KP", "" if reduction is None else f"{reduction:,.1f} times fewer"),
        ("shared entity across points, |C_N|", f"{paper['C_N']:,}"),
        ("all candidates, |C|", f"{paper['C']:,}"),
    ]
