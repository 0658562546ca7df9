"""The only room that talks to language models.

::

    with Llm(settings.llm) as llm:
        llm.probe(model)                                            # a wrong key or model ends here
        answers = llm.ask([Ask(id, FACTS, {"document": text, "most": "40"}, check=...)], model)
        llm.check()                                                 # why it stopped, if it did
"""

from graphprobe.llm.account import Spending, total
from graphprobe.llm.answers import Answer, Ask
from graphprobe.llm.client import Llm
from graphprobe.llm.dry import DryLlm
from graphprobe.llm.endpoint import Patience
from graphprobe.llm.estimate import Estimate
from graphprobe.llm.scoring import Method, ScoreAsk, Scored
from graphprobe.llm.templates import Prompt, load_prompt
from graphprobe.llm.usage import Usage

__all__ = [
    "Answer",
    "Ask",
    "DryLlm",
    "Estimate",
    "Llm",
    "Method",
    "Patience",
    "Prompt",
    "ScoreAsk",
    "Scored",
    "Spending",
    "Usage",
    "load_prompt",
    "total",
]
