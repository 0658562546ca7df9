"""What is asked of a model for one item, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from graphprobe.llm.templates import Prompt, Values
from graphprobe.llm.usage import NOTHING, Usage
from graphprobe.records import Status

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Ask(Generic[M]):
    """One item for a model.

    Attributes:
        key: the item's id, given back with its answer.
        prompt: what is asked.
        values: what fills the prompt (:func:`graphprobe.llm.templates.render`).
        check: what is wrong with an answer of the right form, for the model to put right: a quote that
            stands in no document, a path that doesn't exist. Empty when nothing is.
        salvage: what is left of an answer with which something is wrong still after the re-ask; None (or
            no function): nothing, the item is unparsed.
        narrower: a schema narrower than the prompt's, as with a closed list of values.
        sample: index of the sample, where one item is asked several times.
    """

    key: str
    prompt: Prompt[M]
    values: Values
    check: Callable[[M], str] | None = None
    salvage: Callable[[M], M | None] | None = None
    narrower: Mapping[str, Any] | None = None
    sample: int = 0

    @property
    def schema(self) -> Mapping[str, Any]:
        """The schema of the answer."""
        return self.narrower or self.prompt.schema


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model wrote in one call.

    Attributes:
        text: the message's content, reasoning and all; never empty.
        finish: why it ended, as the endpoint says: ``stop``, ``length`` ...
        reasoning: reasoning that came beside the content.
        usage: tokens of the call.
        seconds: how long the call took.
        model: the model's name as the endpoint gives it.
    """

    text: str
    finish: str
    reasoning: str
    usage: Usage
    seconds: float
    model: str


@dataclass(frozen=True, slots=True)
class Completion:
    """What a completions endpoint made of a text.

    Attributes:
        text: the text, with the prompt before it where that was asked for.
        logprobs: log-probabilities as the endpoint gives them.
        usage: tokens of the call.
    """

    text: str
    logprobs: Any
    usage: Usage


@dataclass(frozen=True, slots=True)
class Answer(Generic[M]):
    """What became of one item.

    Attributes:
        key: the item's id.
        status: ``ok`` when there is a value; ``pending`` when it wasn't asked, since the command had to stop.
        value: the answer; None unless the status is ``ok``.
        note: why it isn't ``ok``, or what was left out of it.
        text: what the model wrote last, as it wrote it; None if it wrote nothing.
        model: the model that was asked.
        prompt: name and version of the prompt.
        asked_again: whether the one re-ask was needed.
        calls: answered calls that were made for it now; 0: all of it came from the cache.
        usage: tokens of the calls that its text came from, whenever they were made.
        seconds: how long those calls took.
    """

    key: str
    status: Status
    value: M | None
    note: str
    text: str | None
    model: str
    prompt: str
    asked_again: bool = False
    calls: int = 0
    usage: Usage = NOTHING
    seconds: float = 0.0
