"""Reading files record by record, with the line of each, and never stopping at a bad one.

Built on datatrove's reader, which shares files out among tasks and holds to a limit. Its own readers for
single formats aren't used: they drop a line they can't read without saying which, stop a file at the
first undecodable byte, and open text in the platform's encoding.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

import orjson
import zstandard
from datatrove.data import Document, DocumentsPipeline
from datatrove.pipeline.readers.base import BaseReader

from graphprobe.corpus.identity import ID_FIELDS, Unusable, to_record
from graphprobe.corpus.inputs import InputFile
from graphprobe.corpus.ledger import Ledger
from graphprobe.corpus.report import Problem

LONGEST_LINE = 64 * 2**20  # bytes; a longer line is a file without lines, and would fill memory
MOST_EXPANSION = 200  # times; archives of text expand to 3 to 20 times their size, zeros to 1000
_PARQUET_BATCH = 256  # rows
_BUFFER = 2**17  # bytes
_DAMAGE = (OSError, EOFError, zlib.error, zstandard.ZstdError)

Fields = Mapping[str, Any]
Numbered = tuple[int, "Fields | Unusable"]


class CorpusReader(BaseReader):  # type: ignore[misc]
    """Reads the files of this task's share, and yields a datatrove document a usable record.

    What can't be used is noted in the ledger. ``metadata`` of a document holds ``url``, ``title``, ``date``
    and ``source`` (``file:line``).

    Args:
        files: all files of the run; task ``rank`` of ``n`` reads every n-th.
        ledger: where counts and problems go.
        corpus: name of the corpus, put before every id.
        limit: most documents to take, -1 for all.
    """

    name = "graphprobe corpus"

    def __init__(
        self, files: Sequence[InputFile], ledger: Ledger, corpus: str | None = None, limit: int = -1
    ) -> None:
        super().__init__(limit=limit)
        self.files = list(files)
        self.ledger = ledger
        self.corpus = corpus

    def run(self, data: DocumentsPipeline = None, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        yield from data or ()
        left = self.limit
        for file in self.files[rank::world_size]:
            for document in self._documents(file):
                if left == 0:
                    return
                left -= 1
                yield document

    def _documents(self, file: InputFile) -> Iterator[Document]:
        for number, fields in read_records(file):
            place = f"{file.path}:{number}"
            self.ledger.report.read += 1
            try:
                if isinstance(fields, Unusable):
                    raise fields
                record = to_record(fields, self.corpus)
            except Unusable as problem:
                self.ledger.note(Problem(problem.kind, place, problem.reason))
                continue
            self.ledger.report.repaired += record.repaired
            self.ledger.report.stripped += record.stripped
            metadata = {"url": record.url, "title": record.title, "date": record.date, "source": place}
            yield Document(text=record.text, id=record.id, metadata=metadata)


def read_records(file: InputFile) -> Iterator[Numbered]:
    """The records of a file with their numbers from 1; one that can't be read comes as :class:`Unusable`.

    A file that breaks off (a truncated archive, an I/O error) gives what stands before the damage and then
    one Unusable.
    """
    number = 0
    with ExitStack() as stack:
        try:
            stream = _opened(file, stack)
            for number, fields in _READERS[file.format](stream, file):
                yield number, fields
        except _DAMAGE as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            yield number + 1, Unusable("unreadable", f"the file can't be read from here on: {reason}")


def _opened(file: InputFile, stack: ExitStack) -> IO[bytes]:
    raw: IO[bytes] = stack.enter_context(Path(file.path).open("rb"))  # noqa: SIM115
    if not file.compression:
        return raw
    if file.compression == "gzip":
        stream: Any = gzip.GzipFile(fileobj=raw)
    else:  # zstd; files that grow by appending hold a frame an append
        stream = zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True)
    expanded = _Expanded(stack.enter_context(stream), os.fstat(raw.fileno()).st_size)
    return stack.enter_context(io.BufferedReader(expanded, _BUFFER))


class _Expanded(io.RawIOBase):
    """What an archive expands to; an error past :data:`MOST_EXPANSION` times its size and a few long lines.

    A small file made to expand without end would keep a run busy for days.
    """

    def __init__(self, stream: Any, size: int) -> None:
        self._stream = stream
        self._left = max(MOST_EXPANSION * size, 4 * LONGEST_LINE)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count: int = self._stream.readinto(buffer)
        self._left -= count
        if self._left < 0:
            raise OSError(f"it expands to over {MOST_EXPANSION} times its size; unpack it if that is right")
        return count


def _jsonl(stream: IO[bytes], file: InputFile) -> Iterator[Numbered]:  # noqa: ARG001
    for number, line in _lines(stream):
        if isinstance(line, Unusable):
            yield number, line
        elif line.strip():
            yield number, _json_object(line)


def _lines(stream: IO[bytes]) -> Iterator[tuple[int, bytes | Unusable]]:
    number = 0
    while line := stream.readline(LONGEST_LINE):
        number += 1
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if len(line) >= LONGEST_LINE and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n"):
                line = stream.readline(LONGEST_LINE)
            yield number, Unusable("unreadable", f"the line is longer than {_megabytes()}")
        else:
            yield number, line


def _json_object(line: bytes) -> Fields | Unusable:
    try:
        value = orjson.loads(line)
        if isinstance(value, dict) and any(type(value.get(name)) is float for name in ID_FIELDS):
            value = _lenient_json(line)  # orjson takes whole numbers over 64 bits for fractions
    except orjson.JSONDecodeError:
        value = _lenient_json(line)
    if isinstance(value, (dict, Unusable)):
        return value
    return Unusable("unreadable", "not a JSON object")


def _lenient_json(line: bytes) -> Any:
    """What orjson refuses: lone surrogates written as escapes are read, the rest is told apart."""
    try:
        return json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        return Unusable(
            "unreadable", f"not UTF-8 (byte {error.start + 1} of the line); convert the file to UTF-8"
        )
    except (ValueError, RecursionError) as error:
        return Unusable("unreadable", f"not JSON ({error})")


def _parquet(stream: IO[bytes], file: InputFile) -> Iterator[Numbered]:  # noqa: ARG001
    import pyarrow
    import pyarrow.parquet

    try:
        with _seekable(stream) as source, pyarrow.parquet.ParquetFile(source) as table:
            number = 0
            for batch in table.iter_batches(batch_size=_PARQUET_BATCH):
                for fields in batch.to_pylist():
                    number += 1
                    yield number, fields
    except pyarrow.ArrowInvalid as error:
        raise OSError(f"not a Parquet file ({error})") from error


@contextmanager
def _seekable(stream: IO[bytes]) -> Iterator[IO[bytes]]:
    """The stream, or a copy of it on disk where it can only be read from front to back."""
    if stream.seekable():
        yield stream
        return
    with tempfile.TemporaryFile() as copy:
        shutil.copyfileobj(stream, copy)
        yield copy


def _table(delimiter: str) -> Callable[[IO[bytes], InputFile], Iterator[Numbered]]:
    def read(stream: IO[bytes], file: InputFile) -> Iterator[Numbered]:  # noqa: ARG001
        csv.field_size_limit(LONGEST_LINE)  # the default refuses texts over 131,072 characters
        # surrogateescape carries undecodable bytes through the parser, so that only their row is lost
        text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="surrogateescape", newline="")
        rows = csv.DictReader(_bounded_lines(text), delimiter=delimiter)
        try:
            while True:
                line = rows.line_num + 1
                try:
                    fields = next(rows)
                except StopIteration:
                    break
                except csv.Error as error:
                    yield line, Unusable("unreadable", f"not a row of the table ({error})")
                    continue
                yield max(line, 2), _row(fields)
        finally:
            text.detach()  # or it would close the stream, which isn't its own

    return read


def _bounded_lines(text: io.TextIOWrapper) -> Iterator[str]:
    while line := text.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE and not line.endswith("\n"):
            raise OSError(f"a line is longer than {_megabytes()}")
        yield line


def _megabytes() -> str:
    return f"{LONGEST_LINE // 2**20} MB"


def _row(fields: dict[str, Any]) -> Fields | Unusable:
    for value in fields.values():
        if isinstance(value, str) and any("\udc80" <= char <= "\udcff" for char in value if char > "\ud7ff"):
            return Unusable("unreadable", "not UTF-8; convert the file to UTF-8")
    return {name: value for name, value in fields.items() if value}


def _text_file(stream: IO[bytes], file: InputFile) -> Iterator[Numbered]:
    content = stream.read(LONGEST_LINE + 1)
    if len(content) > LONGEST_LINE:
        yield 1, Unusable("unreadable", f"the text is longer than {_megabytes()}; split it")
        return
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        yield 1, Unusable("unreadable", f"not UTF-8 (byte {error.start + 1}); convert the file to UTF-8")
        return
    yield 1, {"text": text, "title": Path(file.path).name.split(".")[0]}


def _warc(stream: IO[bytes], file: InputFile) -> Iterator[Numbered]:  # noqa: ARG001
    from warcio.archiveiterator import ArchiveIterator
    from warcio.exceptions import ArchiveLoadFailed

    number = 0
    try:
        for record in ArchiveIterator(stream):
            if record.rec_headers.get_header("WARC-Type") is None:
                raise OSError(
                    "not a WARC record"
                )  # the library takes any line of words for an old ARC record
            number += 1
            kind = (record.content_type or "").partition(";")[0].strip().lower()
            if record.rec_type == "response" and record.http_headers:
                kind = (
                    (record.http_headers.get_header("Content-Type") or "").partition(";")[0].strip().lower()
                )
            if record.rec_type in ("response", "conversion", "resource") and kind in _PAGE_TYPES:
                yield number, _page(record)
    except ArchiveLoadFailed as error:
        raise OSError(f"not a WARC record ({error})") from error


_PAGE_TYPES = frozenset({"text/html", "application/xhtml+xml", "text/plain"})


def _page(record: Any) -> Fields | Unusable:
    headers = record.rec_headers
    content = record.content_stream().read(LONGEST_LINE + 1)
    if len(content) > LONGEST_LINE:
        return Unusable("unreadable", f"the page is longer than {_megabytes()}")
    return {
        "text": _decoded(content, record.http_headers),
        "url": headers.get_header("WARC-Target-URI"),
        "date": headers.get_header("WARC-Date"),
    }


def _decoded(content: bytes, http_headers: Any) -> str:
    """A page's text by the character set it names, else UTF-8; many name a wrong one, so errors pass."""
    named = (http_headers.get_header("Content-Type") or "") if http_headers else ""
    charset = named.lower().partition("charset=")[2].split(";")[0].strip("\"' ") or "utf-8"
    try:
        return content.decode(charset)
    except (UnicodeDecodeError, LookupError):
        return content.decode("utf-8", "replace")


_READERS: dict[str, Callable[[IO[bytes], InputFile], Iterator[Numbered]]] = {
    "jsonl": _jsonl,
    "parquet": _parquet,
    "csv": _table(","),
    "tsv": _table("\t"),
    "text": _text_file,
    "warc": _warc,
}
