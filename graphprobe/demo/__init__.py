"""A small corpus of our own about contested facts and traps; ``expected.yaml`` says what must come of it."""

from __future__ import annotations

from pathlib import Path

CORPUS = Path(__file__).parent / "corpus.jsonl"
EXPECTED = Path(__file__).parent / "expected.yaml"
