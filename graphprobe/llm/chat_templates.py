"""Chat templates: the text that a chat is to a model, for endpoints that take text and not chats."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

import yaml
from jinja2 import TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from pydantic import BaseModel, ConfigDict

from graphprobe.config import config_file
from graphprobe.errors import ConfigError
from graphprobe.llm.dialect import Message

REMEDY = "Pass --chat-template: a name of configs/chat_templates.yaml, or the model's tokenizer_config.json."


class _TemplatesFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    templates: dict[str, str]
    models: dict[str, str]


@dataclass(frozen=True, slots=True)
class ChatTemplate:
    """One template, as tokenizers carry it.

    Attributes:
        name: its name or file, for the record.
        source: Jinja text.
    """

    name: str
    source: str

    def render(self, messages: Sequence[Message]) -> str:
        """The chat as text, up to where the model's answer begins, with reasoning switched off.

        Raises:
            ConfigError: the template can't be used.
        """
        environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
        environment.globals["raise_exception"] = _refuse
        try:
            return environment.from_string(self.source).render(
                messages=[*messages],
                add_generation_prompt=True,
                enable_thinking=False,
                bos_token="",  # the server begins every text with it
                eos_token="",
            )
        except TemplateError as error:
            raise ConfigError(f"the chat template fails: {error}", where=self.name, remedy=REMEDY) from None


def _refuse(message: str) -> None:
    raise TemplateError(message)


def chat_template(model: str, name: str | None = None) -> ChatTemplate:
    """The template of a model: the one named, else the one that its name suggests.

    Args:
        model: the model's name.
        name: a name of ``configs/chat_templates.yaml``, a Jinja file, or a ``tokenizer_config.json``.

    Raises:
        ConfigError: there is none, or the file holds none.
    """
    data = yaml.safe_load(config_file("chat_templates.yaml").read_text(encoding="utf-8"))
    known = _TemplatesFile.model_validate(data)
    if name is None:
        fits = (chosen for pattern, chosen in known.models.items() if fnmatch(model.lower(), pattern.lower()))
        name = next(fits, None)
    if name is None:
        raise ConfigError(f"the chat template of model {model!r} isn't known", remedy=REMEDY)
    if name in known.templates:
        return ChatTemplate(name, known.templates[name])
    return ChatTemplate(name, _template_in(Path(name)))


def _template_in(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise ConfigError(
            "no chat template has this name, and no file", where=str(path), remedy=REMEDY
        ) from None
    if path.suffix != ".json":
        return text
    try:
        source = json.loads(text)["chat_template"]
    except (ValueError, KeyError, TypeError, RecursionError):
        source = None
    if not isinstance(source, str):
        raise ConfigError("the file holds no chat_template", where=str(path), remedy=REMEDY)
    return source
