"""Asks a model about numbered documents; run as a program, so that it can be killed.

``asker.py URL CACHE DOCUMENTS CONCURRENCY``: prints how each ended, as one JSON object of status by document.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from graphprobe.config import LlmSettings
from graphprobe.llm import Ask, Llm, Patience, load_prompt
from graphprobe.llm.replies import FactsReply

FACTS = load_prompt("facts", FactsReply)


def asks(documents: int) -> list[Ask[FactsReply]]:
    """One item a document."""
    return [
        Ask(f"d{number}", FACTS, {"document": f"Document {number}.", "most": "10"})
        for number in range(documents)
    ]


def main(url: str, cache: str, documents: str, concurrency: str) -> None:
    settings = LlmSettings(base_url=url, cache=Path(cache), concurrency=int(concurrency))
    with Llm(settings, patience=Patience(first_wait=0.01, longest_wait=0.05)) as llm:
        answers = llm.ask(asks(int(documents)), "m")
    print(json.dumps({answer.key: answer.status.value for answer in answers}))


if __name__ == "__main__":
    main(*sys.argv[1:])
