"""The worked examples for Python run as they stand: the notebook, and the code of docs/python.md.

`make notebook` brings the notebook's outputs up to date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import matplotlib as mpl
import nbformat
import pytest
from contested import Fact, edge, run_conflicts, write_contested
from nbclient import NotebookClient

from graphprobe.config import GraphSettings
from graphprobe.graph import open_graph
from graphprobe.text.values import Kind

DOCS = Path(__file__).parents[1] / "docs"
NOTEBOOK = DOCS / "notebook.ipynb"
MOMENT = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d| +\d+\.\d{3}$", re.M)
MACHINE_PATH = re.compile(r"(?<![\w.:/])/(home|root|tmp|usr|work|Users)/")

TERESA = [
    Fact("d1", "Mother Teresa", "date of birth", Kind.DATE, "26 August 1910"),
    Fact("d2", "Mother Teresa", "date of birth", Kind.DATE, "27 August 1910"),
    Fact("d3", "Mother Teresa", "date of birth", Kind.DATE, "27 August 1910"),
]


def each_output(notebook: nbformat.NotebookNode) -> Iterator[nbformat.NotebookNode]:
    return (output for cell in notebook.cells for output in cell.get("outputs", []))


def outputs(notebook: nbformat.NotebookNode) -> str:
    """All texts that the cells of a notebook have put out."""
    return "\n".join(
        output.get("text", "") + output.get("data", {}).get("text/plain", "")
        for output in each_output(notebook)
    )


def n_images(notebook: nbformat.NotebookNode) -> int:
    return sum("image/png" in output.get("data", {}) for output in each_output(notebook))


def lasting(notebook: nbformat.NotebookNode) -> list[str]:
    """What commands in the cells print, without moments and seconds."""
    found = (output.text for output in each_output(notebook) if output.get("name") == "stdout")
    return [MOMENT.sub("", text) for text in found]


def test_the_notebook_runs_and_shows_what_it_is_kept_with(tmp_path: Path) -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    kept = lasting(notebook)
    for cell in notebook.cells:
        cell.pop("outputs", None) if cell.cell_type == "markdown" else cell.update(outputs=[])

    NotebookClient(notebook, timeout=280, resources={"metadata": {"path": str(tmp_path)}}).execute()

    assert n_images(notebook) == 1
    assert "1 majority changed" in outputs(notebook)
    assert lasting(notebook) == kept


def test_the_notebook_is_kept_with_its_outputs() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    assert n_images(notebook) == 1
    assert not [cell for cell in notebook.cells if cell.cell_type == "code" and not cell.execution_count]
    assert "Mother Teresa" in outputs(notebook)
    assert not MACHINE_PATH.search(NOTEBOOK.read_text(encoding="utf-8"))


def test_the_code_of_the_python_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    mpl.use("agg")
    with open_graph(GraphSettings(uri="embedded:demo-out/graph")) as graph:
        write_contested(graph, TERESA, [edge(*TERESA[:2])])
        run_conflicts(graph)

        blocks = re.findall(
            r"^```python\n(.*?)^```", (DOCS / "python.md").read_text(encoding="utf-8"), re.M | re.S
        )
        names: dict[str, object] = {}
        for block in blocks:
            exec(block, names)

    assert len(blocks) == 7
    assert (tmp_path / "conflicts.png").read_bytes().startswith(b"\x89PNG")
