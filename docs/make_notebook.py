"""Brings the outputs of docs/notebook.ipynb up to date, without noting when each cell ran."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).with_name("notebook.ipynb")


def main() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    metadata = deepcopy(notebook.metadata)  # executing adds what Python it was
    with TemporaryDirectory() as folder:  # what the cells write goes away with it
        resources = {"metadata": {"path": folder}}
        NotebookClient(notebook, timeout=600, resources=resources, record_timing=False).execute()
    notebook.metadata = metadata
    nbformat.write(notebook, NOTEBOOK)


if __name__ == "__main__":
    main()
