"""Finding the files of a corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphprobe.corpus.inputs import InputFile, find_inputs, recognize
from graphprobe.errors import ConfigError


@pytest.mark.parametrize(
    ("name", "kind", "compression"),
    [
        ("a.jsonl", "jsonl", ""),
        ("a.ndjson", "jsonl", ""),
        ("a.JSONL.GZ", "jsonl", "gzip"),
        ("a.jsonl.zst", "jsonl", "zstd"),
        ("a.jsonl.zstd", "jsonl", "zstd"),
        ("a.b.parquet", "parquet", ""),
        ("a.csv", "csv", ""),
        ("a.tsv.gz", "tsv", "gzip"),
        ("a.warc.gz", "warc", "gzip"),
        ("a.txt", "text", ""),
        ("a.md", "text", ""),
    ],
)
def test_a_file_is_known_by_its_name(name: str, kind: str, compression: str) -> None:
    assert recognize(name) == InputFile(name, kind, compression)


@pytest.mark.parametrize("name", ["a.pdf", "a", "a.gz", "jsonl", ".jsonl"])
def test_other_files_are_not_known(name: str) -> None:
    assert recognize(name) is None


def make(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("", encoding="utf-8")


def relative(files: list[InputFile], folder: Path) -> list[str]:
    return [str(Path(file.path).relative_to(folder)) for file in files]


def test_a_folder_gives_all_below_it_in_order_without_hidden_files(tmp_path: Path) -> None:
    make(tmp_path, "b/2.txt", "b/1.md", "a.jsonl", "z.pdf", ".hidden.jsonl")
    assert relative(find_inputs([tmp_path]), tmp_path) == ["a.jsonl", "b/1.md", "b/2.txt"]


def test_a_glob_gives_its_matches(tmp_path: Path) -> None:
    make(tmp_path, "x/1.jsonl", "x/y/2.jsonl", "x/3.csv")
    assert relative(find_inputs([f"{tmp_path}/**/*.jsonl"]), tmp_path) == ["x/1.jsonl", "x/y/2.jsonl"]


def test_a_file_named_twice_or_linked_is_read_once(tmp_path: Path) -> None:
    make(tmp_path, "a.jsonl")
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "a.jsonl")
    assert len(find_inputs([tmp_path / "a.jsonl", tmp_path, f"{tmp_path}/*.jsonl"])) == 1


@pytest.mark.parametrize("pattern", ["nowhere.jsonl", "*.jsonl", "empty"])
def test_what_matches_nothing_is_an_error_that_names_it(tmp_path: Path, pattern: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ConfigError, match=pattern.replace("*", r"\*")):
        find_inputs([tmp_path / pattern])


def test_a_named_file_of_unknown_kind_is_an_error(tmp_path: Path) -> None:
    make(tmp_path, "a.pdf")
    with pytest.raises(ConfigError, match="by its name"):
        find_inputs([tmp_path / "a.pdf"])


def test_a_link_to_a_folder_is_followed_and_a_circle_of_links_is_read_once(tmp_path: Path) -> None:
    make(tmp_path, "corpus/a.jsonl", "elsewhere/b.jsonl")
    corpus = tmp_path / "corpus"
    (corpus / "link").symlink_to(tmp_path / "elsewhere")
    for name in ("one", "two", "three"):
        (corpus / name).symlink_to(corpus)
    (corpus / "self.jsonl").symlink_to(corpus / "self.jsonl")
    assert relative(find_inputs([corpus]), corpus) == ["a.jsonl", "self.jsonl", "link/b.jsonl"]
    assert relative(find_inputs([f"{corpus}/**/*.jsonl"]), corpus) == ["a.jsonl", "self.jsonl"]


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("x/[12].jsonl", ["x/1.jsonl", "x/2.jsonl"]),
        ("*/?.md", ["x/3.md"]),
        ("x/**", ["x/1.jsonl", "x/2.jsonl", "x/3.md"]),
        ("x/../x/*.md", ["x/../x/3.md"]),
    ],
)
def test_globs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pattern: str, found: list[str]) -> None:
    make(tmp_path, "x/1.jsonl", "x/2.jsonl", "x/3.md", "x/.hidden.jsonl", ".git/4.jsonl")
    assert relative(find_inputs([tmp_path / pattern]), tmp_path) == found
    monkeypatch.chdir(tmp_path)
    assert [file.path for file in find_inputs([pattern])] == found


def test_a_glob_that_is_none_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="b"):
        find_inputs([tmp_path / "a**b"])
