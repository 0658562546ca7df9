"""A scripted language model that answers every prompt of mining, always alike.

It states no facts, finds every conflict real under the names it has, and writes no questions of its own, so
that a run with it has the calls of a real one and the results of the rules.
"""

from __future__ import annotations

import json
import re
from typing import Any

from scripted_server import Behaviour, completion, raw

REPLIES: dict[str, dict[str, Any]] = {
    "probe": {"ready": True},
    "knowledge_points": {"labels": []},
    "facts": {"facts": []},
    "relations": {
        **dict.fromkeys(("quote_a", "quote_b", "subject", "attribute", "value_a", "value_b"), ""),
        "reason": "they tell of no common fact",
        **dict.fromkeys(("same_subject", "same_attribute", "same_fact_context", "values_compatible"), False),
        "label": "none",
        "confidence": 0.9,
    },
    "questions": {
        "keep": False,
        "reason": "none of mine",
        "named_entity": "",
        "clue_based": "",
        "clues": [],
        "answers": [],
    },
    "grounding": {
        "answers": [],
        "same_subject": True,
        "same_attribute": True,
        "same_fact_context": True,
        "questions_valid": True,
        "reason": "",
    },
}
WORD = re.compile(r"\w+|[^\w\s]")


def prompt_of(body: dict[str, Any]) -> str:
    """Which prompt a request is."""
    return str(body["response_format"]["json_schema"]["name"])


def tokens(text: str) -> int:
    """Tokens as this model counts them: words and marks."""
    return len(WORD.findall(text))


def marked(body: dict[str, Any], label: str) -> str:
    """The text that stands between the marks of a label."""
    found = re.search(rf"<data-\w+ {label}>\n(.*?)\n</data-", body["messages"][1]["content"], re.DOTALL)
    assert found, f"there is no {label}"
    return found[1]


def description(body: dict[str, Any]) -> dict[str, Any]:
    """A conflict as it is."""
    subject, attribute = marked(body, "subject"), marked(body, "attribute")
    return {
        "reason": "they differ",
        "real": True,
        "subject": subject,
        "attribute": attribute,
        "description": "",
    }


def answer(body: dict[str, Any]) -> Behaviour:
    """The answer to a request, with its usage."""
    name = prompt_of(body)
    said = description(body) if name == "conflict" else REPLIES[name]
    asked = sum(tokens(message["content"]) for message in body["messages"])
    written = tokens(json.dumps(said))
    usage = {"prompt_tokens": asked, "completion_tokens": written, "total_tokens": asked + written}
    return raw(completion(said, usage=usage))
