"""Plots of frames; each draws into axes of Matplotlib and returns them.

Matplotlib comes with ``pip install 'graphprobe[notebook]'``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphprobe.errors import ConfigError

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

ROWS = 20
_LONGEST = 44  # characters of a name or of values
_INCHES_A_ROW = 0.32
_ROOM = 1.9  # how far the axes reach beyond the longest bar, for the values written there

# Blue and orange can be told apart with any colour vision (Okabe and Ito); a tie has neither.
_STRONGEST, _AGAINST, _TIE = "#0072b2", "#e69f00", "#999999"


def plot_conflicts(conflicts: pandas.DataFrame, *, rows: int = ROWS, axes: Axes | None = None) -> Axes:
    """Support and conflict: for each conflict, how many independent sources stand on which side.

    To the right stand the sources of the strongest account, to the left those of all others, each with the
    values they report; grey bars share the lead. The conflicts with most sources are on top.

    Args:
        conflicts: as :func:`graphprobe.load_conflicts` gives them, or all rows of some of the conflicts.
        rows: most conflicts to draw.
        axes: where to draw; None: a new figure, high enough for all.

    Raises:
        ConfigError: there is no conflict to draw, or Matplotlib isn't installed.
    """
    if conflicts.empty:
        raise ConfigError("there is no conflict to draw", where="plot_conflicts")
    groups = [group for _, group in conflicts.groupby("conflict", sort=True)]
    groups.sort(key=lambda group: -int(group.n_sources.sum()))
    chosen = groups[:rows]
    drawn = axes if axes is not None else _new_axes(len(chosen))
    longest = 0
    for place, group in enumerate(chosen):
        accounts = group.sort_values(["n_sources", "value"], ascending=[False, True])
        longest = max(longest, *_draw(drawn, place, accounts))
    _finish(
        drawn, longest, [_shown(f"{group.subject.iloc[0]}: {group.attribute.iloc[0]}") for group in chosen]
    )
    return drawn


def _draw(axes: Axes, place: int, accounts: pandas.DataFrame) -> tuple[int, int]:
    """Draws one conflict, whose accounts come strongest first; returns the lengths of its two bars."""
    strongest, others = accounts.iloc[0], accounts.iloc[1:]
    tied = strongest.side == "tie"
    sources, against = int(strongest.n_sources), int(others.n_sources.sum())
    axes.barh(place, sources, color=_TIE if tied else _STRONGEST)
    axes.barh(place, -against, color=_TIE if tied else _AGAINST)
    axes.annotate(_shown(strongest.value), (sources, place), (3, 0), textcoords="offset points", va="center")
    axes.annotate(
        _shown(" | ".join(others.value)),
        (-against, place),
        (-3, 0),
        textcoords="offset points",
        ha="right",
        va="center",
    )
    return sources, against


def _finish(axes: Axes, longest: int, names: list[str]) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axes.set_xlim(-_ROOM * longest, _ROOM * longest)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=8, integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{abs(value):,.0f}"))
    axes.set_xlabel("← all other accounts        independent sources        strongest account →")
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)


def _new_axes(rows: int) -> Axes:
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ConfigError(
            "Matplotlib isn't installed", remedy="Run `pip install 'graphprobe[notebook]'`."
        ) from None
    _, axes = pyplot.subplots(figsize=(11, 1 + _INCHES_A_ROW * rows), layout="constrained")
    return axes


def _shown(text: str) -> str:
    """A text of a document on one line and no longer than fits; a dollar sign begins no formula."""
    line = " ".join(text.split())
    return (line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…").replace("$", r"\$")
