"""Reading a model's answer: where the reasoning ends, where the object is, and whether it is what was asked.

Everything here is local and free, so that only what can't be read at all is asked for again. What is never
done: repairing an answer that isn't complete, choosing between two different answers, or taking the schema
for an answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

M = TypeVar("M", bound=BaseModel)
Json = dict[str, Any]

_TAG_NAMES = "think|thinking|thought|thoughts|reasoning|reason|analysis|reflection|scratchpad"
_OPENING = re.compile(rf"\s*(?:<(?:{_TAG_NAMES})(?:\s[^>]*)?>|\[THINK\])", re.IGNORECASE)
_CLOSING = re.compile(rf"</(?:{_TAG_NAMES})\s*>|\[/THINK\]", re.IGNORECASE)
_STARTS_LIKE_AN_ANSWER = re.compile(r"\s*(?:[\[{](?!/?THINK\])|```)")
_REFUSAL = re.compile(
    r"\W*(?:i[’']?m (?:very |really )?sorry|sorry|i apologi[sz]e|unfortunately)?[\s,.:;–—-]*(?:but )?"
    r"(?:as an ai[^.]{0,40}, )?"
    r"i(?: am|[’']m)? ?(?:can(?:no|[’'])t|cannot|unable to|not able to|won[’']t|must decline)\b",
    re.IGNORECASE,
)

_START = re.compile(r"\{\s*[\"}]|\[\s*\{")
# Characters looked at in all: an answer of nothing but opening braces takes no longer than another.
_WORK = 20_000_000
_ERRORS_SHOWN = 5


class UnreadableError(ValueError):
    """There is no answer in a text, or not one; the message tells the model what is wrong with it."""


class NoObjectError(UnreadableError):
    """The text holds no JSON object at all."""


class UnfinishedReasoningError(UnreadableError):
    """The text is reasoning that never ends."""


def split_reasoning(text: str) -> tuple[str, str]:
    """A model's text as (reasoning, answer).

    Reasoning is only what stands at the start of the text, since documents hold such tags too, and models
    quote them. Where only a closing tag is present (the opening one was part of the model's template), the
    answer begins after the last one. An answer that begins with an object is all answer.

    Raises:
        UnfinishedReasoningError: reasoning begins and has no end.
    """
    opening = _OPENING.match(text)
    if not opening and _STARTS_LIKE_AN_ANSWER.match(text):
        return "", text
    ends = [tag.end() for tag in _CLOSING.finditer(text)]
    if not ends:
        if opening:
            raise UnfinishedReasoningError("the reasoning has no end")
        return "", text
    # A tag quoted inside the object isn't the end of anything: before it, the object has begun.
    end = next((end for end in reversed(ends) if "{" in text[end:]), ends[-1])
    return text[:end], text[end:].lstrip()


def is_refusal(text: str) -> bool:
    """Whether a text, without its reasoning, is a refusal in words (English only) and nothing more."""
    return "{" not in text and bool(_REFUSAL.match(text))


def read_object(text: str, model: type[M], schema: Mapping[str, Any]) -> M:
    """The answer in a text, without its reasoning.

    Args:
        text: what stands after the reasoning: the object alone, in a fence, or among words.
        model: what the object must be.
        schema: its JSON schema, without references.

    Raises:
        NoObjectError: there is no object.
        UnreadableError: there are objects, but none or more than one is what was asked for.
    """
    answers: list[M] = []
    problems: list[tuple[int, str]] = []
    for found, length in find_objects(text):
        try:
            answer = _validated(found, model, schema)
        except UnreadableError as error:
            problems.append((length, str(error)))
        else:
            if answer not in answers:
                answers.append(answer)
    if len(answers) == 1:
        return answers[0]
    if answers:
        raise UnreadableError(f"there are {len(answers)} different answers; give one")
    if problems:
        raise UnreadableError(max(problems)[1])
    raise NoObjectError("there is no complete JSON object in it")


def find_objects(text: str) -> Iterator[tuple[Any, int]]:
    """Outermost JSON objects in a text, and lists of objects, each with its length; half a one isn't one."""
    decoder = json.JSONDecoder(strict=False, parse_constant=_no_constant)
    at, work = 0, 0
    while work < _WORK and (start := _START.search(text, at)):
        try:
            found, end = decoder.raw_decode(text, start.start())
        except json.JSONDecodeError as error:
            at = start.start() + 1
            work += error.pos
        except (
            RecursionError,
            ValueError,
        ):  # nested beyond any answer, NaN, or a number of thousands of digits
            at = start.start() + 1
            work += len(text)
        else:
            at = end
            work += end
            yield found, end - start.start()


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} isn't JSON")


def _validated(found: Any, model: type[M], schema: Mapping[str, Any]) -> M:
    if isinstance(found, list):
        if len(found) != 1:
            raise UnreadableError(f"it is a list of {len(found)}; give one object")
        found = found[0]
    if _echoes_schema(found, schema):
        raise UnreadableError("it is the schema itself, not an answer that fits it")
    try:
        return model.model_validate(_unquoted(found, schema))
    except ValidationError as error:
        raise UnreadableError(describe(error)) from None


def _echoes_schema(found: Any, schema: Mapping[str, Any]) -> bool:
    if not isinstance(found, dict):
        return False
    return found == schema or (
        isinstance(found.get("properties"), dict) and ("type" in found or "required" in found)
    )


def _unquoted(value: Any, schema: Mapping[str, Any]) -> Any:
    """The value with maps and lists that stand in it as quoted JSON taken out of their quotes."""
    kind = schema.get("type")
    if isinstance(value, str) and kind in ("object", "array"):
        try:
            parsed = json.loads(value)
        except (ValueError, RecursionError):
            return value
        value = parsed if isinstance(parsed, {"object": dict, "array": list}[kind]) else value
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        return {name: _unquoted(item, properties.get(name, {})) for name, item in value.items()}
    if isinstance(value, list):
        return [_unquoted(item, schema.get("items", {})) for item in value]
    return value


def describe(error: ValidationError) -> str:
    """What is wrong with an object, without repeating what is in it: ``facts.0.value: Field required``."""
    found = [
        f"{'.'.join(map(str, one['loc'])) or 'the object'}: {one['msg']}"
        for one in error.errors(include_url=False, include_context=False, include_input=False)
    ]
    more = len(found) - _ERRORS_SHOWN
    return "; ".join(found[:_ERRORS_SHOWN] + ([f"and {more} more"] if more > 0 else []))
