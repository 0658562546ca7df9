"""Settings: ``configs/default.yaml`` < a file of the user's < the environment < command-line flags.

Every setting is a field of :class:`Settings`. In the environment a field is ``GRAPHPROBE_`` plus its path
joined by two underscores, as ``GRAPHPROBE_CANDIDATES__PER_DOCUMENT=5``; the graph's address has the short
forms ``GRAPHPROBE_GRAPH_URI``, ``_USER``, ``_PASSWORD`` and ``_DATABASE``. Passwords and keys come from
the environment or a prompt and are never stored.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError
from pydantic.fields import FieldInfo
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    YamlConfigSettingsSource,
)

from graphprobe.errors import ConfigError

ENVIRONMENT_PREFIX = "GRAPHPROBE_"
MOST_SAMPLES = 10_000  # of an item in a run; a slip of the keyboard shouldn't ask a million times


class Section(BaseModel):
    """A group of settings. An unknown name is an error, since a misspelt setting changes numbers silently."""

    model_config = ConfigDict(extra="forbid")


class GraphSettings(Section):
    """Where the graph is: ``embedded:DIR`` or a ``bolt:// neo4j:// neo4j+s:// ...`` address."""

    uri: str = "embedded:.graphprobe"
    user: str = "neo4j"
    password: SecretStr | None = None
    database: str | None = None

    @property
    def embedded_folder(self) -> Path | None:
        """The folder of an embedded graph, or None when the graph is on a server."""
        scheme, _, folder = self.uri.partition(":")
        return Path(folder or ".graphprobe") if scheme == "embedded" else None


class ParsingSettings(Section):
    """How texts are parsed.

    Attributes:
        model: a spaCy package or folder; None: the best one installed.
        processes: how many processes parse; 0: one a core.
        cache: the file that keeps parses for the stages that share them; None: no cache.
    """

    model: str | None = None
    processes: int = Field(default=0, ge=0)
    cache: Path | None = None


class EntitySettings(Section):
    """How names in documents become entities.

    Attributes:
        names: alias and never-merge lists; None: those that come with GraphProbe (configs/entities.yaml).
        per_document: most entities of one document, by how often it mentions them.
    """

    names: Path | None = None
    per_document: int = Field(default=64, ge=1)


class KnowledgePointSettings(Section):
    """How a document gets its knowledge point.

    Attributes:
        method: ``embedding`` or ``lexical``; ``auto``: the first where a model for it is installed;
            ``model``: a language model labels every document, and not only those in doubt.
        model: sentence-transformers model; None: all-MiniLM-L6-v2.
        taxonomy: the knowledge points; None: SuperGPQA's (configs/taxonomy.yaml).
        doubt: a label of less confidence than this is in doubt, and a language model, if any, is asked.
    """

    method: Literal["auto", "embedding", "lexical", "model"] = "auto"
    model: str | None = None
    taxonomy: Path | None = None
    doubt: float = Field(default=0.27, ge=0, le=1)


class ClusterSettings(Section):
    """How documents are put into topic clusters.

    Attributes:
        method: ``embedding`` or ``entities``; ``auto``: the first where a model for it is installed.
        model: sentence-transformers model; None: all-MiniLM-L6-v2.
        hub: an entity of more documents than this says nothing about a topic (``entities``).
    """

    method: Literal["auto", "embedding", "entities"] = "auto"
    model: str | None = None
    hub: int = Field(default=100, ge=2)


class CorpusSettings(Section):
    """How documents are read and which of them are kept.

    Attributes:
        name: name of the corpus, put before every id, so that equal ids of two corpora stay apart.
        partition: which documents enter the graph: ``high`` (Q >= tau), ``low`` (Q < tau) or ``all``.
        tau: threshold of the quality score, in [0, 1]; None: the scorer's own.
        quality_model: a fastText model that scores quality; None: text statistics.
        quality_label: the model's label for good texts; None: one of the usual names.
        limit: most documents to read; None: all.
        replace: a document takes the place of one in the graph with its id and another text, instead of being
            refused.
        tasks: parts the files are shared out in.
        workers: parts worked on at once, each in a process.
    """

    name: str | None = Field(default=None, min_length=1, max_length=100)
    partition: Literal["high", "low", "all"] = "all"
    tau: float | None = Field(default=None, ge=0, le=1)
    quality_model: Path | None = None
    quality_label: str | None = None
    limit: int | None = Field(default=None, ge=1)
    replace: bool = False
    tasks: int = Field(default=1, ge=1)
    workers: int = Field(default=1, ge=1)


class CandidateSettings(Section):
    """Which pairs of documents are compared (docs/architecture.md, "Mining", step 5).

    Attributes:
        setting: ``bounded``: a budget for the whole corpus, spent on the best pairs; ``paper``: all pairs of
            C_K and C_N (ElephantBench, equations 4 and 5).
        per_document: pairs the budget grows by with each document (``bounded``).
        hub: a word, name, entity or slot of more documents than this brings no pairs (``bounded``).
        limit: most pairs written, in the order of the documents' ids (``paper``).
    """

    setting: Literal["bounded", "paper"] = "bounded"
    per_document: float = Field(default=3.0, gt=0)
    hub: int = Field(default=50, ge=2)
    limit: int = Field(default=1_000_000, ge=1)


class RelationSettings(Section):
    """When two documents are said to support or to contradict each other.

    Attributes:
        conflict: least confidence of a conflict, in [0, 1]; benchmarks/RESULTS.md has the curve.
        support: least confidence of a support, in [0, 1].
        slot_documents: of the documents that meet in a slot without being a pair, this many are compared.
        reading: what a model reads, where there is one: ``open``: the pairs of which rules see that they
            differ and not on what; ``pairwise``: every pair, as the paper does; ``rules``: none.
    """

    conflict: float = Field(default=0.45, ge=0, le=1)
    support: float = Field(default=0.45, ge=0, le=1)
    slot_documents: int = Field(default=8, ge=0, le=50)
    reading: Literal["open", "pairwise", "rules"] = "open"


class LlmSettings(Section):
    """Which language model reads where rules can't, and how it is asked.

    Attributes:
        model: name of the model; None: no model, rules alone.
        model_for: other models for single stages, by the stage's name.
        base_url: address of an endpoint that speaks OpenAI's chat completions.
        api_key: the endpoint's key, from the environment only; None: that of ``OPENAI_API_KEY``, if any.
        parameters: what goes into every request as it is (``temperature``, ``max_tokens``,
            ``reasoning_effort`` ...); what isn't named here isn't sent.
        concurrency: most calls at once; the endpoint's 429s make it fewer.
        timeout: seconds one call may take.
        deadline: seconds one question may take with all its retries.
        budget: most dollars a command may spend; None: no limit.
        context: tokens of the model's context window; None: from ``models``, else unknown.
        models: prices and context windows; None: those that come with GraphProbe (configs/models.yaml).
        cache: the file that keeps every answer that was paid for.
    """

    model: str | None = Field(default=None, min_length=1)
    model_for: dict[str, str] = Field(default_factory=dict)
    base_url: str = "https://api.openai.com/v1"
    api_key: SecretStr | None = None
    parameters: dict[str, Any] = Field(default_factory=dict)
    concurrency: int = Field(default=16, ge=1, le=1000)
    timeout: float = Field(default=300.0, gt=0)
    deadline: float = Field(default=1800.0, gt=0)
    budget: float | None = Field(default=None, ge=0)
    context: int | None = Field(default=None, ge=256)
    models: Path | None = None
    cache: Path = Path(".graphprobe/answers.sqlite")


class Settings(BaseSettings):
    """All settings of a command; read them with :func:`load_settings`."""

    model_config = SettingsConfigDict(
        env_prefix=ENVIRONMENT_PREFIX,
        env_nested_delimiter="__",
        extra="forbid",
        nested_model_default_partial_update=True,
    )

    graph: GraphSettings = GraphSettings()
    corpus: CorpusSettings = CorpusSettings()
    parsing: ParsingSettings = ParsingSettings()
    entities: EntitySettings = EntitySettings()
    knowledge_points: KnowledgePointSettings = KnowledgePointSettings()
    clusters: ClusterSettings = ClusterSettings()
    candidates: CandidateSettings = CandidateSettings()
    relations: RelationSettings = RelationSettings()
    llm: LlmSettings = LlmSettings()


class _GraphShortForms(PydanticBaseSettingsSource):
    """``GRAPHPROBE_GRAPH_URI`` and its three companions, named as other graph tools name them."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:  # noqa: ARG002
        return None, field_name, False

    def __call__(self) -> dict[str, Any]:
        variables = {name: f"{ENVIRONMENT_PREFIX}GRAPH_{name.upper()}" for name in GraphSettings.model_fields}
        given = {
            name: os.environ[variable] for name, variable in variables.items() if os.environ.get(variable)
        }
        return {"graph": given} if given else {}


def load_settings(file: Path | None = None, flags: Mapping[str, Any] | None = None) -> Settings:
    """Reads all layers of settings.

    Args:
        file: a YAML file of the user's.
        flags: nested settings from the command line; None values count as not given.

    Raises:
        ConfigError: a file can't be read, or a setting has an unknown name or a wrong value; names it.
    """
    files = [config_file("default.yaml"), *([file] if file else [])]
    for path in files:
        _check_yaml(path)

    class Layered(Settings):
        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,  # noqa: ARG003
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
            file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return (
                InitSettingsSource(settings_cls, init_kwargs=_without_none(flags or {})),
                _GraphShortForms(settings_cls),
                env_settings,
                *(YamlConfigSettingsSource(settings_cls, yaml_file=path) for path in reversed(files)),
            )

    try:
        return Settings.model_construct(**dict(Layered()))
    except ValidationError as error:
        raise _setting_error(error, file) from None


def config_file(name: str) -> Path:
    """Path of a file under ``configs/``: in the installed package, else in the source tree."""
    packaged = Path(str(resources.files("graphprobe"))) / "configs" / name
    return packaged if packaged.is_file() else Path(__file__).parent.parent / "configs" / name


def _check_yaml(path: Path) -> None:
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ConfigError("there is no such settings file", where=str(path)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"the settings file can't be read: {error}", where=str(path)) from None
    except yaml.YAMLError as error:
        raise ConfigError(f"not valid YAML: {error}", where=str(path)) from None
    if data is not None and not isinstance(data, dict):
        raise ConfigError(
            "a settings file holds names and values", where=str(path), remedy="See configs/default.yaml."
        )
    if data and isinstance(data.get("llm"), dict) and data["llm"].get("api_key") is not None:
        raise ConfigError(
            "a key doesn't belong in a file",
            where=f"{path}: llm.api_key",
            remedy="Put it into the environment as OPENAI_API_KEY.",
        )


def _without_none(tree: Mapping[str, Any]) -> dict[str, Any]:
    cleaned = {
        key: _without_none(value) if isinstance(value, Mapping) else value for key, value in tree.items()
    }
    return {key: value for key, value in cleaned.items() if value is not None and value != {}}


def _setting_error(error: ValidationError, file: Path | None) -> ConfigError:
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"])
    source = f"in {file}, the environment or a flag" if file else "in the environment or a flag"
    return ConfigError(
        first["msg"], where=f"setting {name} ({source})", remedy="configs/default.yaml lists them all."
    )
