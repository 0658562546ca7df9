"""Plots say what their frames say: bars by their lengths, values and names as text."""

from __future__ import annotations

from collections.abc import Iterator

import matplotlib as mpl
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from graphprobe.analysis.plots import plot_conflicts
from graphprobe.errors import ConfigError


@pytest.fixture(autouse=True)
def without_a_screen() -> Iterator[None]:
    mpl.use("agg")
    yield
    plt.close("all")


def frame(*rows: tuple[str, str, str, int]) -> pd.DataFrame:
    """A frame of accounts: conflict, value, side, sources."""
    table = pd.DataFrame(rows, columns=["conflict", "value", "side", "n_sources"])
    table["subject"] = table.conflict.str.upper()
    table["attribute"] = "height"
    return table.astype({"n_sources": "Int64", "value": "string"})


TWO = frame(
    ("a", "8 m", "tie", 1),
    ("a", "9 m", "tie", 1),
    ("b", "3 m", "minority", 2),
    ("b", "4 m", "majority", 5),
    ("b", "2 m", "minority", 1),
)


def test_bars_are_sources_and_texts_are_values() -> None:
    axes = plot_conflicts(TWO)

    assert [label.get_text() for label in axes.get_yticklabels()] == ["B: height", "A: height"]
    assert [bar.get_width() for bar in axes.patches] == [5, -3, 1, -1]
    assert [text.get_text() for text in axes.texts] == ["4 m", "3 m | 2 m", "8 m", "9 m"]
    colours = [bar.get_facecolor() for bar in axes.patches]
    assert colours[2] == colours[3], "a tie has one colour"
    assert len(set(colours)) == 3


def test_the_axis_counts_sources_on_both_sides() -> None:
    axes = plot_conflicts(TWO)
    axes.figure.canvas.draw()
    labels = [label.get_text() for label in axes.get_xticklabels()]
    assert labels
    assert all(label.isdigit() for label in labels)


def test_only_the_conflicts_with_most_sources_are_drawn_into_the_axes_given() -> None:
    _, axes = plt.subplots()
    assert plot_conflicts(TWO, rows=1, axes=axes) is axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["B: height"]


def test_texts_of_documents_are_only_text() -> None:
    hostile = frame(("a", "$\\frac{1}{0$ for\nsure " + "x" * 100, "majority", 2), ("a", "", "minority", 1))
    axes = plot_conflicts(hostile)
    axes.figure.canvas.draw()
    assert axes.texts[0].get_text() == "\\$\\frac{1}{0\\$ for sure " + "x" * 21 + "…"


def test_nothing_to_draw() -> None:
    with pytest.raises(ConfigError, match="there is no conflict to draw"):
        plot_conflicts(TWO.iloc[:0])
