"""What the tests of stages with a model share: its client, and what stands between the marks of a request."""

from __future__ import annotations

import re
from collections.abc import Callable

from scripted_server import Body

from graphprobe.llm import Llm

OpenLlm = Callable[..., Llm]
_TEXT = re.compile(r"<data-(?P<code>\w{16}) (?P<label>\w+)>\n(?P<text>.*?)\n</data-(?P=code)>", re.DOTALL)


def texts_of(body: Body) -> dict[str, str]:
    """What stands between the marks of a request, by label."""
    return {found["label"]: found["text"] for found in _TEXT.finditer(body["messages"][1]["content"])}
