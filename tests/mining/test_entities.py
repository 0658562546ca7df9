"""Names in texts, the keys under which they meet, and the stage on both engines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from graphprobe.config import EntitySettings
from graphprobe.errors import ConfigError
from graphprobe.graph import Graph
from graphprobe.mining.entities import Entities, EntityFinder, EntityMention, Lexicon, load_lexicon, trim
from graphprobe.mining.parsing import Parser
from graphprobe.mining.runner import StageReport, run_stage
from graphprobe.records import Status


@pytest.fixture(scope="module")
def parser() -> Iterator[Parser]:
    with Parser() as opened:
        yield opened


def find(parser: Parser, text: str, title: str | None = None, **options: Any) -> list[EntityMention]:
    return EntityFinder(**options)(parser.parse([text])[0], title)


def names(mentions: Sequence[EntityMention]) -> list[str]:
    return [mention.name for mention in mentions]


class TestTrim:
    @pytest.mark.parametrize(
        ("surface", "name"),
        [
            ("\n Vienna \n", "Vienna"),
            ("the Beatles'", "Beatles"),
            ("The New York Times's", "New York Times"),
            ("“Refuge Denied,”", "Refuge Denied"),
            ("Danger Mouse (2015 TV series)", "Danger Mouse (2015 TV series)"),
            ("Danger Mouse)", "Danger Mouse"),
            ("U.S.", "U.S."),
            ("Martin Luther King Jr.", "Martin Luther King Jr."),
            ("Paris.", "Paris"),
            ("Yahoo!", "Yahoo!"),
            ("Vitamin A", "Vitamin A"),
            ("Rod Bishop &", "Rod Bishop"),
            ("[ 3 ]", "3"),
            (" \n. ", ""),
            ("", ""),
        ],
    )
    def test_what_isnt_name_goes_from_the_edges(self, surface: str, name: str) -> None:
        text = f"ab{surface}cd"
        start, end = trim(text, 2, 2 + len(surface))
        assert text[start:end] == name


class TestFinder:
    def test_dates_numbers_and_amounts_are_no_entities(self, parser: Parser) -> None:
        text = "On Monday, 12 March 1999, Siemens paid $5 million for the third time, in Berlin."
        found = find(parser, text)
        assert {"Siemens", "Berlin"} <= set(names(found))
        assert not any(any(char.isdigit() for char in mention.name) for mention in found)
        assert not {"Monday", "March", "third"} & set(names(found))

    def test_a_heading_that_the_first_sentence_repeats_is_its_own_name(self, parser: Parser) -> None:
        found = find(
            parser, "Carl Reinhold Roth Carl Reinhold Roth was a German painter. Roth lived in Munich."
        )
        assert "Carl Reinhold Roth" in names(found)
        assert not any("Roth Carl" in name for name in names(found))

    def test_a_title_names_the_subject_with_and_without_its_parenthesis(self, parser: Parser) -> None:
        found = find(parser, "It was shown on British television.", "Danger Mouse (1981 TV series)")
        assert {"Danger Mouse", "Danger Mouse (1981 TV series)"} <= set(names(found))
        assert next(m for m in found if m.name == "Danger Mouse").first is None

    def test_quoted_titles_are_works(self, parser: Parser) -> None:
        found = find(parser, "The band sang “The Silver Gate of Morning” and said “we are tired of it”.")
        assert ("Silver Gate of Morning", "WORK_OF_ART") in [(m.name, m.type) for m in found]
        assert not any("tired" in name for name in names(found))

    def test_a_last_name_counts_for_the_one_person_who_bears_it(self, parser: Parser) -> None:
        text = "Charles Babbage built engines. In London, Babbage met Ada."
        found = {mention.name: mention for mention in find(parser, text)}
        assert found["Charles Babbage"].count == 2
        assert "Babbage" not in found
        assert found["Charles Babbage"].surfaces == ("Charles Babbage", "Babbage")

    def test_a_last_name_of_two_people_counts_for_neither(self, parser: Parser) -> None:
        text = "Errol Harris met Samuel Harris in Paris. Later, Harris left."
        found = {mention.name: mention.count for mention in find(parser, text)}
        assert found["Errol Harris"] == 1
        assert found["Samuel Harris"] == 1

    @pytest.mark.parametrize(
        "text",
        [
            "Ada Lovelace\n\nwas born in London ,\n England .",
            '  \n Paris\u00a0\n is in France\'s north; "Paris" is big.',
            "Queen 's Park [ 3 ] and ( Jon Deak ) & Sons of Ohio 's",
        ],
    )
    def test_first_is_where_a_surface_stands(self, parser: Parser, text: str) -> None:
        for mention in find(parser, text):
            assert mention.first is not None
            words = text[mention.first :].split()
            assert any(words[: len(s.split())][0].startswith(s.split()[0]) for s in mention.surfaces)
            assert "\n" not in mention.name

    def test_a_document_has_at_most_its_share(self, parser: Parser) -> None:
        people = " ".join(f"Xan{chr(97 + i % 26)}or Quil{chr(97 + i // 26)}ey met us." for i in range(100))
        text = people + " Siemens grew in Paris." * 9
        assert len(find(parser, text, limit=64)) == 64
        assert set(names(find(parser, text, limit=2))) == {"Siemens", "Paris"}

    @pytest.mark.parametrize("text", ["", " \n ", "12 34", "...", "(((", "<a href='x'>", "\0", "日本語。"])
    def test_nothing_comes_of_nothing(self, parser: Parser, text: str) -> None:
        assert all(mention.key for mention in find(parser, text))


class TestLexicon:
    @pytest.mark.parametrize(
        ("a", "b", "equal"),
        [
            ("U.S.", "US", True),
            ("Société Générale", "Socie\u0301te\u0301 Ge\u0301ne\u0301rale", True),
            ("The Beatles", "BEATLES", True),
            ("Drake–Brockman", "Drake-Brockman", True),
            ("北京 University", "上海 University", False),
            ("Sammy Davis Jr.", "Sammy Davis", False),
            ("Яндекс", "百度", False),
        ],
    )
    def test_keys(self, a: str, b: str, equal: bool) -> None:
        keys = [Lexicon().resolve(name)[0] for name in (a, b)]
        assert all(keys)
        assert (keys[0] == keys[1]) is equal

    def test_aliases_and_names_kept_apart(self, tmp_path: Path) -> None:
        file = tmp_path / "names.yaml"
        file.write_text(
            "aliases:\n  Norway: [NO, Kingdom of Norway]\nnever_merge:\n  - [Apple, APPLE]\n",
            encoding="utf-8",
        )
        lexicon = load_lexicon(file)
        assert lexicon.resolve("kingdom of  norway") == ("norway", "Norway")
        assert lexicon.resolve("no") == ("norway", "Norway")
        assert lexicon.resolve("Apple")[0] != lexicon.resolve("APPLE")[0]
        assert lexicon.resolve("apple")[0] == "apple"

    def test_the_lists_that_come_with_graphprobe_are_well_formed(self) -> None:
        assert load_lexicon().resolve("the U.S.A.") == ("united states", "United States")

    @pytest.mark.parametrize(
        "content",
        [
            "aliases: [a]",
            "aliases: {A: b}",
            "never_merge: [a]",
            "other: 1",
            "[",
            "aliases: {A: [x], B: [X]}",
            "aliases: {A: ['']}",
        ],
    )
    def test_a_list_of_another_form_is_refused_by_name(self, tmp_path: Path, content: str) -> None:
        file = tmp_path / "names.yaml"
        file.write_text(content, encoding="utf-8")
        with pytest.raises(ConfigError, match=r"names\.yaml"):
            load_lexicon(file)

    def test_a_missing_list_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(ConfigError):
            load_lexicon(tmp_path / "none.yaml")


DOCUMENTS = {
    "d1": "Ada Lovelace lived in London. Lovelace wrote to Charles Babbage.",
    "d2": "Charles Babbage was born in London.",
    "d3": "Nothing is named here.",
}


def add(graph: Graph, documents: Mapping[str, str], language: str = "en") -> None:
    rows = [
        {"key": key, "text": text, "text_sha": text, "language": language} for key, text in documents.items()
    ]
    graph.write("corpus/documents_write", rows)


def replace(graph: Graph, key: str, text: str, language: str = "en") -> None:
    for statement in ("clear_facts", "clear_links", "clear_state"):
        graph.write(f"corpus/documents_{statement}", [{"key": key}])
    graph.write(
        "corpus/documents_update", [{"key": key, "text": text, "text_sha": text, "language": language}]
    )


def run(graph: Graph, parser: Parser, settings: EntitySettings | None = None) -> StageReport:
    stage = Entities(settings or EntitySettings(), parser)
    return run_stage(graph, stage, stage.fingerprint({}))


class Uncounted(Entities):
    """A run that is killed after its last batch."""

    def finish(self, graph: Graph, fingerprint: str) -> None:
        pass


def mentions(graph: Graph) -> dict[str, dict[str, Any]]:
    rows = [row for page in graph.pages("mining/entities_list") for row in page]
    return {row["key"]: row for row in rows}


class TestStage:
    def test_mentions_and_counters_are_written(self, graph: Graph, parser: Parser) -> None:
        add(graph, DOCUMENTS)
        report = run(graph, parser)
        found = mentions(graph)
        assert report.statuses == {Status.OK: 3}
        assert {key: row["n_documents"] for key, row in found.items()} == {
            "ada lovelace": 1,
            "charles babbage": 2,
            "london": 2,
        }
        assert found["ada lovelace"]["type"] == "PERSON"
        assert found["ada lovelace"]["name"] == "Ada Lovelace"
        assert sorted(found["london"]["documents"]) == ["d1", "d2"]

    def test_a_rerun_does_nothing(self, graph: Graph, parser: Parser) -> None:
        add(graph, DOCUMENTS)
        run(graph, parser)
        before = mentions(graph)
        report = run(graph, parser)
        assert report.done == 0
        assert mentions(graph) == before

    def test_a_kill_before_the_counting_leaves_it_to_the_next_run(self, graph: Graph, parser: Parser) -> None:
        add(graph, DOCUMENTS)
        stage = Uncounted(EntitySettings(), parser)
        run_stage(graph, stage, stage.fingerprint({}))
        run(graph, parser)
        assert mentions(graph)["london"]["n_documents"] == 2

    def test_a_replaced_document_leaves_its_entities(self, graph: Graph, parser: Parser) -> None:
        add(graph, DOCUMENTS)
        run(graph, parser)
        replace(graph, "d2", "Grace Hopper worked in London.")
        run(graph, parser)
        found = mentions(graph)
        assert {key: row["n_documents"] for key, row in found.items()} == {
            "ada lovelace": 1,
            "charles babbage": 1,
            "grace hopper": 1,
            "london": 2,
        }
        replace(graph, "d2", "Nobody worked anywhere.")
        run(graph, parser)
        assert "grace hopper" not in mentions(graph)

    def test_a_changed_list_of_names_redoes_the_documents(
        self, graph: Graph, parser: Parser, tmp_path: Path
    ) -> None:
        add(graph, DOCUMENTS)
        run(graph, parser)
        file = tmp_path / "names.yaml"
        file.write_text("aliases: {Greater London: [London]}", encoding="utf-8")
        assert run(graph, parser, EntitySettings(names=file)).done == 3
        found = mentions(graph)
        assert "london" not in found
        assert found["greater london"]["n_documents"] == 2

    def test_a_language_without_a_parser_is_said_and_not_retried(self, graph: Graph, parser: Parser) -> None:
        add(graph, {"de1": "Ada Lovelace lebte in London."}, language="de")
        report = run(graph, parser)
        assert report.statuses == {Status.FILTERED: 1}
        assert [problem.note for problem in report.problems] in ([], ["language de has no parser"])
        assert mentions(graph) == {}
        assert run(graph, parser).done == 0
