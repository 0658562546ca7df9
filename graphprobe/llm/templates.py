"""Prompts: versioned files with their schema, and the one function that fills them in.

A prompt is ``prompts/NAME.md``: front matter (name, version, output_tokens), a part for the system and one
for the user. ``{{name}}`` stands for text of our own; ``{{data name}}`` for text from outside, which is put
between marks. The schema of the answer is ``prompts/NAME.schema.json``.

A mark carries a code that no text inside it contains, so no document can close its mark. The code is a hash
of the texts and not drawn at random: the author of a document can foresee it as little, and an equal question
stays equal to the byte, as the cache, a model at temperature 0 and a provider's own cache need it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Generic, TypeVar

import yaml
from pydantic import BaseModel

from graphprobe.llm.dialect import Message
from graphprobe.text.normalize import clean_text

M = TypeVar("M", bound=BaseModel)

Values = Mapping[str, "str | Mapping[str, str]"]

_PARTS = re.compile(
    r"---\n(?P<front>.*?)\n---\n+# System\n+(?P<system>.*?)\n+# User\n+(?P<user>.*?)\n*", re.DOTALL
)
_FIELD = re.compile(r"\{\{(?P<data>data )?(?P<name>[a-z_]+)\}\}")
_LABEL = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,31}")
# What chat templates are made of: a server that takes it for a token of its own would end the message there.
_CONTROL_TOKEN = re.compile(
    r"<(?=[|｜][^|｜<>\n]{1,40}[|｜]>)|<(?=/?s>|<SYS>>|</SYS>>|(?:start|end)_of_turn>)|\[(?=/?INST\])"
)
_ATTEMPTS = 1000


@dataclass(frozen=True, slots=True)
class Prompt(Generic[M]):
    """One prompt file and what comes back for it.

    Attributes:
        name: its name, as ``facts``.
        version: raised by hand when the prompt is meant to be another; recorded with every result.
        system: the part that's the same for every item, which providers can cache.
        user: the part with the item.
        reply: what an answer is.
        schema: JSON schema of an answer, without references, every property required.
        output_tokens: how long an answer usually is, for estimates.
    """

    name: str
    version: int
    system: str
    user: str
    reply: type[M]
    schema: Mapping[str, Any]
    output_tokens: int

    @property
    def id(self) -> str:
        """Name and version: ``facts@1``."""
        return f"{self.name}@{self.version}"

    @property
    def fingerprint(self) -> str:
        """Hash of all that a model reads of this prompt beside the item; enters a stage's fingerprint."""
        parts = {
            "id": self.id,
            "system": self.system,
            "user": self.user,
            "schema": self.schema,
            "ask_again": _read("ask_again.md"),
            "form": _read("form.md"),
        }
        text = json.dumps(parts, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Instruction:
    """A prompt file whose answers are in free words: there is no schema.

    Attributes:
        name: its name, as ``closed_book``.
        version: raised by hand when the prompt is meant to be another; recorded with every result.
        system: the part that's the same for every item.
        user: the part with the item.
        output_tokens: how long an answer usually is, for estimates.
    """

    name: str
    version: int
    system: str
    user: str
    output_tokens: int

    @property
    def id(self) -> str:
        """Name and version: ``closed_book@1``."""
        return f"{self.name}@{self.version}"

    @property
    def fingerprint(self) -> str:
        """Hash of all that a model reads of this prompt beside the item."""
        return hashlib.sha256("\0".join([self.id, self.system, self.user]).encode()).hexdigest()[:12]


@cache
def load_instruction(name: str) -> Instruction:
    """Reads a prompt without a schema that comes with GraphProbe.

    Args:
        name: name of its file, without the ending.

    Raises:
        ValueError: the file hasn't the form of a prompt.
    """
    front, system, user = _parts_of(name)
    return Instruction(name, int(front["version"]), system, user, int(front["output_tokens"]))


@cache
def load_prompt(name: str, reply: type[M]) -> Prompt[M]:
    """Reads a prompt that comes with GraphProbe.

    Args:
        name: name of its file, without the ending.
        reply: what an answer is (:mod:`graphprobe.llm.replies`).

    Raises:
        ValueError: the file hasn't the form of a prompt.
    """
    front, system, user = _parts_of(name)
    return Prompt(
        name,
        int(front["version"]),
        system,
        user,
        reply,
        json.loads(_read(f"{name}.schema.json")),
        int(front["output_tokens"]),
    )


def render(prompt: Prompt[Any] | Instruction, values: Values) -> list[Message]:
    """The messages of a prompt for one item.

    Args:
        prompt: the prompt.
        values: what fills it. A string of our own for ``{{name}}``; for ``{{data name}}`` a string from
            outside, or several by label, where a label is a word of our own that the answer can name.

    Raises:
        ValueError: a value is missing, or is for no field, or a label isn't a plain word.
    """
    code = _code(values)
    system, user = (_fill(part, values, code) for part in (prompt.system, prompt.user))
    used = {field["name"] for part in (prompt.system, prompt.user) for field in _FIELD.finditer(part)}
    if unused := values.keys() - used:
        raise ValueError(f"prompt {prompt.name} has no field {', '.join(sorted(unused))}")
    return [{"role": "system", "content": system}, {"role": "user", "content": user}]


def ask_again(messages: list[Message], answer: str, problem: str, schema: Mapping[str, Any]) -> list[Message]:
    """The chat continued by an answer that can't be used and what is wrong with it."""
    values: Values = {"problem": problem, "schema": _compact(schema)}
    again = _fill(_read("ask_again.md").strip(), values, _code(values))
    said = {"role": "assistant", "content": harmless(answer)}
    return [*messages, said, {"role": "user", "content": again}]


def form_in_words(schema: Mapping[str, Any]) -> str:
    """The form of an answer for endpoints that can't be given a schema."""
    return _fill(_read("form.md").strip(), {"schema": _compact(schema)}, "")


def harmless(text: str) -> str:
    """The text with a space inside whatever a chat template could take for a token of its own."""
    return _CONTROL_TOKEN.sub(r"\g<0> ", clean_text(text))


def _parts_of(name: str) -> tuple[dict[str, Any], str, str]:
    """Front matter, system part and user part of a prompt file."""
    found = _PARTS.fullmatch(_read(f"{name}.md"))
    if not found:
        raise ValueError(f"{name}.md isn't a prompt")
    front: dict[str, Any] = yaml.safe_load(found["front"])
    if front["name"] != name:
        raise ValueError(f"{name}.md calls itself {front['name']}")
    return front, found["system"].replace("{{marks}}", _read("marks.md").strip()), found["user"]


def _fill(template: str, values: Values, code: str) -> str:
    def text_of(field: re.Match[str]) -> str:
        name = field["name"]
        if name == "code":
            return code
        if name not in values:
            raise ValueError(f"the prompt's field {name} has no value")
        value = values[name]
        if field["data"]:
            texts = {name: value} if isinstance(value, str) else value
            return "\n\n".join(_marked(label, text, code) for label, text in texts.items())
        if not isinstance(value, str):
            raise ValueError(f"the prompt's field {name} takes one text")
        return value

    return _FIELD.sub(text_of, template)


def _marked(label: str, text: str, code: str) -> str:
    if not _LABEL.fullmatch(label):
        raise ValueError(f"a label is a plain word, not {label!r}")
    return f"<data-{code} {label}>\n{harmless(text)}\n</data-{code}>"


def _code(values: Values) -> str:
    """A code for marks that stands in none of the values."""
    texts = [
        text
        for value in values.values()
        for text in ([value] if isinstance(value, str) else [*value, *value.values()])
    ]
    joined = "\0".join(texts)
    for attempt in range(_ATTEMPTS):
        code = hashlib.sha256(f"{attempt}\0{joined}".encode("utf-8", "replace")).hexdigest()[:16]
        if code not in joined:
            return code
    raise ValueError("no code is absent from the texts")


def _compact(schema: Mapping[str, Any]) -> str:
    return json.dumps(schema, ensure_ascii=False, separators=(",", ":"))


@cache
def _read(file: str) -> str:
    folder = resources.files("graphprobe.llm") / "prompts"
    return (folder / file).read_text(encoding="utf-8")
