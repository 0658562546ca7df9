"""What one endpoint understands of a request, learnt from its own refusals, once.

OpenAI-compatible endpoints differ in how a structured answer is asked for, in what the limit of tokens is
called, and in which parameters a model lets itself be given. A dialect starts with the newest form and gives
up what is refused; what was given up is recorded, since it may change what results mean.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import Enum
from typing import Any

from graphprobe.llm.failures import Failure
from graphprobe.records import Status

Message = dict[str, str]


class Form(str, Enum):
    """How an endpoint is told the form of an answer, from the strictest to none at all."""

    JSON_SCHEMA = "json_schema"
    OBJECT_WITH_SCHEMA = "json_object with schema"  # llama.cpp's Python server, Together and others
    JSON_OBJECT = "json_object"
    TEXT = "text"


_FORMS = list(Form)
_OTHER_NAMES = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
_ABOUT_FORM = re.compile(
    r"response.?format|json.?schema|json.?object|structured.?output|guided|grammar|\bschema\b", re.IGNORECASE
)
_ABOUT_ROLES = re.compile(r"system role|system messages? (?:is|are) not|roles must alternate", re.IGNORECASE)
_UNKNOWN = re.compile(
    r"unsupported|not supported|n[o']t support|unknown|unrecogni[sz]ed|unexpected|extra (?:inputs|fields)"
    r"|not (?:permitted|allowed|available)|only the default|deprecated",
    re.IGNORECASE,
)
# "Unsupported value: 'reasoning_effort' does not support 'minimal' with this model": another value may do.
_ABOUT_VALUE = re.compile(r"unsupported value|only the default|supported values are", re.IGNORECASE)


@dataclass(slots=True)
class Dialect:
    """What an endpoint and model are known to understand.

    Attributes:
        form: how the form of answers is asked for.
        proven: an answer of the right form has come back this way.
        renamed: parameters that go by another name here.
        refused: parameters that the model doesn't let be set, with what the endpoint said.
        refused_values: where only values of such a parameter were refused, those values, as JSON text.
        one_role: the model's template knows no system message; its text goes before the user's.
    """

    form: Form = Form.JSON_SCHEMA
    proven: bool = False
    renamed: dict[str, str] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    refused_values: dict[str, list[str]] = field(default_factory=dict)
    one_role: bool = False

    def body(
        self,
        messages: Sequence[Message],
        parameters: Mapping[str, Any],
        schema: Mapping[str, Any] | None,
        name: str,
        form_in_words: str,
    ) -> dict[str, Any]:
        """The request's body without its model.

        Args:
            messages: the chat.
            parameters: what the user set.
            schema: schema of the answer; None: it's in free words.
            name: a name for the schema.
            form_in_words: what is put after the last message where the endpoint can't be told the schema.
        """
        given = self.given(parameters)
        chat = _without_system(messages) if self.one_role else [*messages]
        if schema is None:
            return {"messages": chat, **given}
        if self.form in (Form.JSON_OBJECT, Form.TEXT):
            chat[-1] = {**chat[-1], "content": f"{chat[-1]['content']}\n\n{form_in_words}"}
        return {"messages": chat, **_response_format(self.form, schema, name), **given}

    def given(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The user's parameters as they're sent: by the names used here, without those that are refused."""
        return {
            self.renamed.get(parameter, parameter): value
            for parameter, value in parameters.items()
            if not self._refuses(parameter, value)
        }

    def _refuses(self, parameter: str, value: Any) -> bool:
        """Whether a parameter isn't taken: at all, or with this value."""
        values = self.refused_values.get(parameter)
        return parameter in self.refused and (values is None or _as_text(value) in values)

    def learn(self, failure: Failure, sent: Mapping[str, Any]) -> None:
        """Gives up what a refused body held and the endpoint doesn't understand; else changes nothing."""
        refused_as_it_is = failure.status is Status.ERROR and failure.code not in (None, 401, 403, 404)
        if not refused_as_it_is or failure.stop or failure.rate:
            return
        parameter = self._refused_parameter(failure, sent)
        if _ABOUT_ROLES.search(failure.note):
            self.one_role = True
        elif parameter:
            self._give_up(parameter, failure, sent)
        elif "response_format" in sent and _form_of(sent["response_format"]) is self.form:
            about_form = bool(_ABOUT_FORM.search(f"{failure.parameter or ''} {failure.note}"))
            bad_request = failure.code in (400, 415, 422)
            if (about_form and bad_request) or (not self.proven and (about_form or bad_request)):
                self.step_down()

    def step_down(self) -> None:
        """Asks for the form of answers in the next weaker way from now on."""
        self.form = _FORMS[min(_FORMS.index(self.form) + 1, len(_FORMS) - 1)]
        self.proven = False

    def to_json(self) -> str:
        """The dialect as JSON text, for the cache."""
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Dialect:
        """The dialect that :meth:`to_json` wrote."""
        data = json.loads(text)
        return cls(**{**data, "form": Form(data["form"])})

    def _refused_parameter(self, failure: Failure, sent: Mapping[str, Any]) -> str | None:
        """A parameter of the user's in a refused body that the endpoint doesn't know at all."""
        if not _UNKNOWN.search(failure.note):
            return None
        own = sent.keys() - {"messages", "response_format"}
        if failure.parameter in own:
            return failure.parameter
        named = [name for name in own if re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", failure.note)]
        return max(named, key=len, default=None)

    def _give_up(self, parameter: str, failure: Failure, sent: Mapping[str, Any]) -> None:
        back = {other: own for own, other in self.renamed.items()}
        own = back.get(parameter, parameter)
        other = _OTHER_NAMES.get(parameter)
        if other and own == parameter and own not in self.renamed and other not in sent:
            self.renamed[own] = other
        elif own in self.renamed and self.renamed[own] != parameter:
            return  # refused under the name that another call has already given up
        else:
            others = self.refused_values.pop(own, []) if own in self.refused else []
            self.refused[own] = failure.note
            if _ABOUT_VALUE.search(failure.note):
                self.refused_values[own] = sorted({*others, _as_text(sent[parameter])})


def _as_text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


def _response_format(form: Form, schema: Mapping[str, Any], name: str) -> dict[str, Any]:
    formats: dict[Form, Any] = {
        Form.JSON_SCHEMA: {
            "type": "json_schema",
            "json_schema": {"name": name, "strict": True, "schema": schema},
        },
        Form.OBJECT_WITH_SCHEMA: {"type": "json_object", "schema": schema},
        Form.JSON_OBJECT: {"type": "json_object"},
    }
    return {"response_format": formats[form]} if form in formats else {}


def _without_system(messages: Sequence[Message]) -> list[Message]:
    system, user, *rest = messages
    return [{"role": "user", "content": f"{system['content']}\n\n{user['content']}"}, *rest]


def _form_of(response_format: Mapping[str, Any]) -> Form:
    if "schema" in response_format:
        return Form.OBJECT_WITH_SCHEMA
    return Form(response_format["type"])
