"""Reading each format, and the records and files that can't be read."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
import zstandard

from graphprobe.corpus import readers
from graphprobe.corpus.identity import Unusable
from graphprobe.corpus.inputs import InputFile, recognize
from graphprobe.corpus.readers import read_records

RECORDS = [{"id": "a", "text": "First."}, {"id": "b", "text": "Second, with “quotes” and 東京."}]


def of(path: Path) -> InputFile:
    file = recognize(path)
    assert file is not None
    return file


def read(path: Path) -> list[tuple[int, Any]]:
    return list(read_records(of(path)))


def good(path: Path) -> list[Any]:
    return [fields for _, fields in read(path) if not isinstance(fields, Unusable)]


def problems(path: Path) -> list[tuple[int, str]]:
    return [(number, fields.reason) for number, fields in read(path) if isinstance(fields, Unusable)]


def as_jsonl(records: Sequence[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in records)


def test_plain_and_compressed_jsonl_give_the_same(tmp_path: Path) -> None:
    content = as_jsonl(RECORDS)
    (tmp_path / "a.jsonl").write_bytes(content)
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(content))
    (tmp_path / "a.jsonl.zst").write_bytes(zstandard.compress(content))
    for name in ("a.jsonl", "a.jsonl.gz", "a.jsonl.zst"):
        assert read(tmp_path / name) == [(1, RECORDS[0]), (2, RECORDS[1])]


def test_a_zstd_file_of_several_frames_is_read_to_its_end(tmp_path: Path) -> None:
    frames = b"".join(zstandard.compress(as_jsonl([record])) for record in RECORDS)
    (tmp_path / "a.jsonl.zstd").write_bytes(frames)
    assert good(tmp_path / "a.jsonl.zstd") == RECORDS


def test_a_byte_order_mark_and_empty_lines_do_no_harm_and_lines_keep_their_numbers(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + as_jsonl(RECORDS[:1]) + b"\n  \n" + as_jsonl(RECORDS[1:]).rstrip())
    assert read(path) == [(1, RECORDS[0]), (4, RECORDS[1])]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{not json}", "not JSON"),
        (b'{"text": "cut off', "not JSON"),
        (b"[1, 2]", "not a JSON object"),
        (b"17", "not a JSON object"),
        (b'{"text": "caf\xe9"}', r"not UTF-8 (byte 14"),
        (b"[" * 100_000, "not JSON"),
    ],
)
def test_an_unreadable_line_is_named_and_its_neighbours_are_read(
    tmp_path: Path, line: bytes, reason: str
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(as_jsonl(RECORDS[:1]) + line + b"\n" + as_jsonl(RECORDS[1:]))
    assert good(path) == RECORDS
    [(number, found)] = problems(path)
    assert number == 2
    assert reason in found


def test_an_escaped_lone_surrogate_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(rb'{"text": "half \ud83d gone"}' + b"\n")
    assert good(path) == [{"text": "half \ud83d gone"}]


def test_a_line_without_end_doesnt_fill_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "LONGEST_LINE", 1000)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"x" * 5500 + b"\n" + as_jsonl(RECORDS))
    assert good(path) == RECORDS
    assert [number for number, _ in problems(path)] == [1]


@pytest.mark.parametrize("content", [b"\0", b"\n"])
@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst"])
def test_an_archive_that_expands_without_end_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes
) -> None:
    monkeypatch.setattr(readers, "LONGEST_LINE", 2**17)
    compress = gzip.compress if name.endswith("gz") else zstandard.compress
    (tmp_path / name).write_bytes(compress(as_jsonl(RECORDS)) + compress(content * 10_000_000))
    assert good(tmp_path / name) == RECORDS
    number, reason = problems(tmp_path / name)[-1]
    assert number > len(RECORDS)
    assert "expands to over 200 times its size" in reason


def test_an_archive_of_repetitive_records_is_read_to_its_end(tmp_path: Path) -> None:
    records = RECORDS * 20_000
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(as_jsonl(records)))
    assert (tmp_path / "a.jsonl.gz").stat().st_size * 100 < len(as_jsonl(records))
    assert good(tmp_path / "a.jsonl.gz") == records


@pytest.mark.parametrize("name", ["a.txt", "a.txt.gz", "a.csv", "a.csv.gz"])
def test_a_text_or_a_table_without_end_doesnt_fill_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(readers, "LONGEST_LINE", 2**20)
    content = b"id,text\n" + b"endless " * 2**17
    (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    assert good(tmp_path / name) == []
    [(_, reason)] = problems(tmp_path / name)
    assert "longer than 1 MB" in reason


def test_a_quote_that_isnt_closed_doesnt_fill_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "LONGEST_LINE", 1000)
    content = 'id,text\n1,good\n2,"' + "line\n" * 300 + "3,good\n"
    (tmp_path / "a.csv").write_text(content, encoding="utf-8")
    number, reason = problems(tmp_path / "a.csv")[0]
    assert number == 3
    assert "field larger than field limit" in reason


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst"])
def test_a_file_that_breaks_off_gives_what_stands_before(tmp_path: Path, name: str) -> None:
    records = [{"id": str(n), "text": f"Document {n * n * 7919}."} for n in range(20_000)]
    content = as_jsonl(records)
    whole = gzip.compress(content) if name.endswith("gz") else zstandard.compress(content)
    (tmp_path / name).write_bytes(whole[: len(whole) * 2 // 3])
    found = good(tmp_path / name)
    assert 0 < len(found) < len(records)
    assert found == records[: len(found)]
    assert problems(tmp_path / name)[-1][0] >= len(found)


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst", "a.parquet", "a.warc", "a.warc.gz"])
def test_a_file_that_isnt_what_its_name_says_is_one_problem(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"This is a letter, not an archive.\n" * 5)
    assert good(tmp_path / name) == []
    assert len(problems(tmp_path / name)) == 1


def test_a_file_that_vanished_is_a_problem(tmp_path: Path) -> None:
    [(_, reason)] = problems(tmp_path / "gone.jsonl")
    assert "No such file" in reason


def test_parquet_rows(tmp_path: Path) -> None:
    when = datetime(2021, 3, 4, 5, 6)
    rows = [{"doc_id": n, "text": f"Row {n}.", "date": when} for n in range(1, 601)]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "a.parquet")
    assert read(tmp_path / "a.parquet") == [(n, rows[n - 1]) for n in range(1, 601)]


def test_whole_numbers_over_64_bits_keep_all_their_digits(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(as_jsonl([{"id": 10**30 + 1, "text": "First."}, {"id": -(2**80)}]))
    assert [fields["id"] for fields in good(tmp_path / "a.jsonl")] == [10**30 + 1, -(2**80)]


@pytest.mark.parametrize("compress", [gzip.compress, zstandard.compress])
def test_parquet_in_an_archive(tmp_path: Path, compress: Callable[[bytes], bytes]) -> None:
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(RECORDS), tmp_path / "plain")
    path = tmp_path / ("a.parquet.gz" if compress is gzip.compress else "a.parquet.zst")
    path.write_bytes(compress((tmp_path / "plain").read_bytes()))
    assert good(path) == RECORDS


def test_csv_rows_with_long_texts_line_breaks_and_line_numbers(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    long = "word " * 60_000
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerows([["id", "text"], ["1", "two\nlines"], ["2", long], ["3", ""]])
    assert read(path) == [
        (2, {"id": "1", "text": "two\nlines"}),
        (4, {"id": "2", "text": long}),
        (5, {"id": "3"}),
    ]


def test_tsv_rows(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("id\ttext\n1\tOne, and so on.\n", encoding="utf-8")
    assert good(tmp_path / "a.tsv") == [{"id": "1", "text": "One, and so on."}]


def test_an_undecodable_csv_row_is_lost_alone(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"id,text\n1,good\n2,caf\xe9\n3,good too\n")
    assert [fields["id"] for fields in good(tmp_path / "a.csv")] == ["1", "3"]
    assert [number for number, _ in problems(tmp_path / "a.csv")] == [3]


def test_text_files_in_utf_8_and_utf_16(tmp_path: Path) -> None:
    (tmp_path / "Über uns.txt").write_text("Grüße aus Köln.", encoding="utf-8")
    (tmp_path / "b.md").write_text("Grüße aus Köln.", encoding="utf-16")
    (tmp_path / "c.txt").write_bytes("Grüße".encode("latin-1"))
    assert good(tmp_path / "Über uns.txt") == [{"text": "Grüße aus Köln.", "title": "Über uns"}]
    assert good(tmp_path / "b.md") == [{"text": "Grüße aus Köln.", "title": "b"}]
    assert "not UTF-8 (byte 3)" in problems(tmp_path / "c.txt")[0][1]


def warc(*records: tuple[str, str, bytes]) -> bytes:
    """An archive of (record type, content type, content), a gzip member a record."""
    return b"".join(gzip.compress(warc_record(number, *record)) for number, record in enumerate(records))


def warc_record(number: int, kind: str, content_type: str, content: bytes) -> bytes:
    if kind == "response":
        content = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n\r\n".encode() + content
        content_type = "application/http; msgtype=response"
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: http://example.org/{number}\r\n"
        f"WARC-Date: 2020-01-02T03:04:05Z\r\nContent-Type: {content_type}\r\n"
        f"Content-Length: {len(content)}\r\n\r\n"
    )
    return head.encode() + content + b"\r\n\r\n"


def test_warc_pages_with_their_charset_and_other_records_left_out(tmp_path: Path) -> None:
    archive = warc(
        ("response", "text/html; charset=iso-8859-1", "<p>Café</p>".encode("latin-1")),
        ("response", "image/png", b"\x89PNG"),
        ("conversion", "text/plain", "Plain “text”.".encode()),
        ("metadata", "text/plain", b"not a page"),
    )
    (tmp_path / "a.warc.gz").write_bytes(archive)
    date = "2020-01-02T03:04:05Z"
    assert read(tmp_path / "a.warc.gz") == [
        (1, {"text": "<p>Café</p>", "url": "http://example.org/0", "date": date}),
        (3, {"text": "Plain “text”.", "url": "http://example.org/2", "date": date}),
    ]
