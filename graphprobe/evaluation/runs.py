"""Run folders: what a run was asked to do, what models said and judges made of it, on disk.

::

    RUN/run.json          settings, environment and benchmark; made once, other settings are refused
    RUN/items.jsonl       the benchmark's records as they were asked
    RUN/responses.jsonl   every response as it came, one line each; only appended to
    RUN/summary.json      counts, tokens, dollars; written anew after each command
    RUN/judgments/JUDGE.jsonl   what one judge made of the responses; only appended to

A log is its own cache: what has an ``ok`` line there is never asked again. A line is handed to the system in
one write as soon as its answer is there, so a killed process loses none; a broken last line, as a full disk
may leave it, is dropped by the next writer. The disk is waited for (fsync) every few seconds and at the end,
so that a machine that loses power loses the answers of those few seconds at most.

Where an item has several lines, the last that can be read counts. Reading takes memory for the keys alone.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from graphprobe.config import MOST_SAMPLES
from graphprobe.corpus.files import atomic_write
from graphprobe.errors import ConfigError, DataError
from graphprobe.evaluation.benchmark import Record, item_of, json_line, record_of
from graphprobe.evaluation.formats import judged_record, judgment_of, response_of, response_record
from graphprobe.evaluation.logs import appending, last_of_each, log_lines
from graphprobe.evaluation.records import Item, Judgment, Response
from graphprobe.records import content_id

SETTINGS, ITEMS, RESPONSES, SUMMARY, JUDGMENTS = (
    "run.json",
    "items.jsonl",
    "responses.jsonl",
    "summary.json",
    "judgments",
)
FORMAT = 1
Answering = TypeVar("Answering", Response, Judgment)
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class RunSettings:
    """What the responses of a run depend on; two runs with the same settings may be compared or continued.

    Attributes:
        model: the target model.
        base_url: its endpoint; empty for a run that was made elsewhere.
        benchmark: where the items come from (:class:`~graphprobe.evaluation.benchmark.Benchmark`).
        benchmark_sha256: hash of the benchmark.
        prompt: the closed-book instruction: name, version and hash; empty for a run that was made elsewhere.
        parameters: generation settings, as they're sent as long as the model takes them.
        arm: ``reasoning=on`` or ``reasoning=off``; None: as the model does by itself.
        samples: responses an item.
        limit: how many items of the benchmark; None: all.
    """

    model: str
    base_url: str
    benchmark: str
    benchmark_sha256: str
    prompt: str
    parameters: Mapping[str, Any]
    arm: str | None = None
    samples: Annotated[int, Field(ge=1, le=MOST_SAMPLES)] = 1
    limit: Annotated[int, Field(ge=1)] | None = None

    def to_json(self) -> Record:
        """The settings as plain values."""
        return asdict(self)

    def differences(self, other: RunSettings) -> list[str]:
        """What differs, one line a setting: ``samples: 1 there, 4 here``.

        The benchmark's hash says whether it's the same, wherever its file lies now.
        """
        there, here = self.to_json(), other.to_json()
        return [
            f"{name}: {json.dumps(there[name])} there, {json.dumps(here[name])} here"
            for name in there
            if name != "benchmark" and there[name] != here[name]
        ]


class _Version(BaseModel):
    """What every version's ``run.json`` says first."""

    model_config = ConfigDict(strict=True)

    format: int


class _RunFile(_Version):
    """``run.json``."""

    model_config = ConfigDict(strict=True, extra="forbid")

    id: str
    settings: RunSettings
    environment: dict[str, Any]
    items_sha256: str | None = None


@dataclass(frozen=True, slots=True)
class RunFolder:
    """One run on disk. Made with :func:`open_run` or :func:`create_run`.

    Attributes:
        path: the folder.
        id: the run's id, which its node in the graph has too.
        settings: what the run was asked to do.
        environment: versions and date, of when the run began.
        items_sha256: of ``items.jsonl``; None: an older version made the run, which didn't keep it.
    """

    path: Path
    id: str
    settings: RunSettings
    environment: Mapping[str, Any]
    items_sha256: str | None = None

    @property
    def name(self) -> str:
        """The folder's name, as tables show it."""
        return self.path.resolve().name

    def items(self) -> list[Item]:
        """The items of the run, in the order of the benchmark.

        Raises:
            DataError: ``items.jsonl`` can't be read, or isn't what the run was made with.
        """
        return list(self._each_item())

    def _each_item(self) -> Iterator[Item]:
        path = self.path / ITEMS
        try:
            content = path.read_bytes()
            if self.items_sha256 not in (None, hashlib.sha256(content).hexdigest()):
                raise DataError(
                    "these aren't the items that the run was made with",
                    where=str(path),
                    remedy="Put the file back as it was.",
                )
            for line in content.splitlines():
                yield item_of(json.loads(line))
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise DataError(f"the items of the run can't be read: {error}", where=str(path)) from None

    def responses(self) -> Iterator[Response]:
        """The responses to its items, one an item and sample: the last that was logged of each."""
        return self._of_its_items(self.logged_responses())

    def logged_responses(self) -> Iterator[Response]:
        """The same of all that the log holds, also of what answers none of its items."""
        return last_of_each(self.path / RESPONSES, response_of)

    def every_response(self) -> Iterator[Response]:
        """Every line of the log, also those of which there is a later one."""
        return (response for _, response in log_lines(self.path / RESPONSES, response_of, tell=False))

    def judges(self) -> list[str]:
        """The judges that there are judgments of, by the names of their files."""
        logs = (self.path / JUDGMENTS).glob("*.jsonl")
        return sorted(log.stem for log in logs if log.stat().st_size)

    def judgments(self, judge: str) -> Iterator[Judgment]:
        """The judgments of one judge, one a response to its items: the last that was logged of each.

        Args:
            judge: the judge's name, or that of its file.
        """
        return self._of_its_items(last_of_each(self.judgment_file(judge), _judged_of))

    def summary(self) -> Record:
        """What the last command said of the responses; empty before the first."""
        try:
            found = json.loads((self.path / SUMMARY).read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def write_summary(self, summary: Mapping[str, Any]) -> None:
        """Puts another summary in the place of the last one."""
        with atomic_write(self.path / SUMMARY) as file:
            file.write(_pretty(summary))

    @contextmanager
    def response_log(self) -> Iterator[Callable[[Response], None]]:
        """The function that appends a response to the log; one command at a time may have it.

        Raises:
            ConfigError: another command is writing responses into this folder.
        """
        with appending(self.path / RESPONSES) as append:
            yield lambda response: append(response_record(response))

    @contextmanager
    def judgment_log(self, judge: str) -> Iterator[Callable[[Response, Judgment], None]]:
        """The function that appends a judgment to a judge's log; one command at a time may have it.

        Raises:
            ConfigError: another command is writing judgments of this judge into this folder.
        """
        with appending(self.judgment_file(judge)) as append:
            yield lambda response, judgment: append(judged_record(response, judgment))

    def _of_its_items(self, found: Iterator[Answering]) -> Iterator[Answering]:
        known = {item.id for item in self._each_item()}
        return (one for one in found if one.item in known)

    def judgment_file(self, judge: str) -> Path:
        """Where the judgments of one judge are, or will be."""
        return self.path / JUDGMENTS / f"{file_name(judge)}.jsonl"


def create_run(
    path: Path, settings: RunSettings, items: Iterable[Item], environment: Mapping[str, Any]
) -> RunFolder:
    """Makes a run folder, or opens the one that is there when its settings are the same.

    Args:
        path: the folder; it may exist when it is empty, or holds this run.
        settings: what the run is asked to do.
        items: the items that are asked, in their order.
        environment: versions, endpoint and date; the first command's stay.

    Raises:
        ConfigError: the folder holds a run with other settings (names what differs), or something else.
        DataError: the folder's ``run.json`` can't be read.
    """
    if (path / SETTINGS).exists():
        folder = open_run(path)
        if differences := folder.settings.differences(settings):
            raise ConfigError(
                f"holds a run with other settings ({'; '.join(differences)})",
                where=str(path),
                remedy="Choose another folder with --out.",
            )
        return folder
    _check_free(path)
    path.mkdir(parents=True, exist_ok=True)
    content = b"".join(json_line(record_of(item)) for item in items)
    with atomic_write(path / ITEMS) as file:
        file.write(content)
    run = {
        "format": FORMAT,
        "id": content_id(
            json.dumps(settings.to_json(), sort_keys=True), json.dumps(environment, default=str)
        ),
        "settings": settings.to_json(),
        "environment": dict(environment),
        "items_sha256": hashlib.sha256(content).hexdigest(),
    }
    with atomic_write(path / SETTINGS) as file:  # last: a folder with it holds all there is of a new run
        file.write(_pretty(run))
    return open_run(path)


def open_run(path: Path) -> RunFolder:
    """Opens a run folder.

    Raises:
        ConfigError: there is no run in it.
        DataError: its ``run.json`` can't be read, isn't as it was written, or a newer version wrote it.
    """
    file = path / SETTINGS
    try:
        content = file.read_bytes()
        if _Version.model_validate_json(content).format > FORMAT:
            raise DataError("a newer version of GraphProbe wrote this run", where=str(file))
        run = _RunFile.model_validate_json(content)
    except FileNotFoundError:
        raise ConfigError(
            "there is no run in this folder", where=str(path), remedy="`graphprobe eval run` makes one."
        ) from None
    except ValidationError as error:
        raise DataError(f"the run's settings can't be read: {_first(error)}", where=str(file)) from None
    except OSError as error:
        raise DataError(f"the run's settings can't be read: {error.strerror}", where=str(file)) from None
    return RunFolder(path, run.id, run.settings, run.environment, run.items_sha256)


def _first(error: ValidationError) -> str:
    """The first thing that is wrong with a file, by its name in the file."""
    first = error.errors(include_url=False)[0]
    name = ".".join(str(part) for part in first["loc"])
    return f"{name}: {first['msg']}" if name else first["msg"]


def is_own_file(path: Path) -> bool:
    """Whether a path is one of those that a run folder keeps its own files at."""
    path = path.resolve()
    if path.parent.name == JUDGMENTS and path.suffix == ".jsonl":
        return (path.parent.parent / SETTINGS).is_file()
    return path.name in (SETTINGS, ITEMS, RESPONSES, SUMMARY) and (path.parent / SETTINGS).is_file()


def check_sample(folder: RunFolder, response: Response) -> None:
    """Makes sure that a response is of a sample that its run was asked for.

    Raises:
        DataError: it isn't.
    """
    samples = folder.settings.samples
    if response.sample >= samples:
        raise DataError(
            f"the response to {response.item} is of sample {response.sample}, the run has {samples} an item",
            where=str(folder.path / RESPONSES),
        )


def file_name(judge: str) -> str:
    """A judge's name as the name of a file; what is taken out or cut off is told apart by a hash."""
    safe = _UNSAFE.sub("-", judge).strip(".-")
    if safe == judge and len(safe) <= _LONGEST_NAME:
        return safe
    return f"{safe[: _LONGEST_NAME - 7] or 'judge'}-{content_id(judge)[:6]}"


def _check_free(path: Path) -> None:
    """A run that was killed before its ``run.json`` left at most its items; anything else isn't ours.

    Raises:
        ConfigError: something else is there.
    """
    if not path.exists():
        return
    if not path.is_dir():
        raise ConfigError("isn't a folder", where=str(path), remedy="Choose another one with --out.")
    others = [one.name for one in path.iterdir() if one.name != ITEMS and not one.name.endswith(".part")]
    if others:
        raise ConfigError(
            f"holds something else than a run ({others[0]})",
            where=str(path),
            remedy="Choose another folder with --out.",
        )


def _judged_of(record: Mapping[str, Any]) -> Judgment:
    judgment = judgment_of(record)
    if judgment is None:
        raise ValueError("there is no judgment")
    return judgment


def _pretty(data: Mapping[str, Any]) -> bytes:
    text = json.dumps(data, ensure_ascii=False, indent=2, default=str)
    return (text + "\n").encode("utf-8", "replace")
