"""From a subgraph to two questions: their words, their clues, and the reasons for having none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from graphprobe.mining.catalogue import catalogue
from graphprobe.questions.checks import CLUE_BASED, NAMED_ENTITY
from graphprobe.questions.clause_parts import NotAskable
from graphprobe.questions.clues import dated
from graphprobe.questions.reasons import Reason
from graphprobe.questions.subgraph import Answer, Evidence, SideFact, Subgraph
from graphprobe.questions.synthesis import Draft, in_time, synthesize
from graphprobe.questions.wording import load_wording
from graphprobe.text.values import Kind, parse_value


def evidence(
    document: str, account: str, statement: str, value: str, subject: str, **qualifiers: str
) -> Evidence:
    start = statement.index(value)
    return Evidence(
        fact=f"fact-{document}",
        account=account,
        document=document,
        url=None,
        dup_group=document,
        subject=subject,
        statement=statement,
        start=0,
        end=len(statement),
        value_start=start,
        value_end=start + len(value),
        qualifiers=qualifiers,
    )


def side(attribute: str, value: str, kind: Kind, document: str = "d1", **qualifiers: str) -> SideFact:
    """A fact stated as ``Its ATTRIBUTE: VALUE``; the value may come with its article."""
    bare = value.removeprefix("the ")
    statement = f"Its {attribute}: {value}"
    found = parse_value(bare, kind)
    return SideFact(attribute, found, document, statement, statement.index(bare), qualifiers)


def subgraph(
    subject: str,
    attribute: str,
    statements: Mapping[str, tuple[str, str, Kind]],
    *side_facts: SideFact,
    entity_type: str = "PERSON",
    names: tuple[str, ...] = (),
    **qualifiers: str,
) -> Subgraph:
    """A subgraph whose documents state one value each: id to (statement, value, kind)."""
    return Subgraph(
        conflict="c1",
        subject=subject,
        attribute=attribute,
        entity_type=entity_type,
        names=(subject, *names),
        answers=tuple(
            Answer(f"a-{document}", parse_value(value, kind), "tie", 1, 1)
            for document, (_, value, kind) in statements.items()
        ),
        evidence=tuple(
            evidence(document, f"a-{document}", statement, value, subject, **qualifiers)
            for document, (statement, value, _) in statements.items()
        ),
        side_facts=side_facts,
        texts={document: statement for document, (statement, _, _) in statements.items()},
    )


def refuse(_: Evidence) -> str:
    raise NotAskable("the clause has no subject")


def made(graph: Subgraph) -> Draft:
    return synthesize(graph, catalogue(), load_wording(), refuse, lambda _: ())


TERESA = {
    "d1": ("Mother Teresa was born on 26 August 1910.", "26 August 1910", Kind.DATE),
    "d2": ("Mother Teresa was born on 27 August 1910.", "27 August 1910", Kind.DATE),
}


def test_both_questions_of_a_person() -> None:
    draft = made(
        subgraph(
            "Mother Teresa",
            "date of birth",
            TERESA,
            side("award", "the Nobel Peace Prize", Kind.TEXT),
            side("place of birth", "Skopje", Kind.PLACE),
            side("place of death", "Kolkata", Kind.PLACE, "d2"),
            subject_is="Albanian nun",
            subject_type="person",
        )
    )
    assert draft.reasons == ()
    assert draft.questions == {
        NAMED_ENTITY: "When was Mother Teresa born?",
        CLUE_BASED: (
            "When was the Albanian nun from Skopje who was awarded the Nobel Peace Prize "
            "and died in Kolkata born?"
        ),
    }


def test_a_clue_question_needs_two_clues_that_tell_something() -> None:
    one = subgraph("Mother Teresa", "date of birth", TERESA, side("place of birth", "Skopje", Kind.PLACE))
    assert made(one).reasons == (Reason.FEW_CLUES.note("1 of 2 clues"),)
    vague = subgraph(
        "Mother Teresa",
        "date of birth",
        TERESA,
        side("place of birth", "Skopje", Kind.PLACE),
        side("place of death", "Kolkata", Kind.PLACE),
    )
    assert made(vague).reasons == (Reason.VAGUE_CLUES.note(),)


def test_clues_never_name_the_subject_or_an_answer() -> None:
    draft = made(
        subgraph(
            "Mother Teresa",
            "date of birth",
            TERESA,
            side("award", "Teresa Medal", Kind.TEXT),
            side("date of death", "26 August 1910", Kind.DATE),
            side("place of birth", "Skopje", Kind.PLACE),
            side("place of death", "Kolkata", Kind.PLACE),
            side("mother", "Drana Bojaxhiu", Kind.PERSON),
            subject_type="person",
        )
    )
    clue = draft.questions[CLUE_BASED]
    assert "Medal" not in clue
    assert "1910" not in clue
    assert "whose mother was Drana Bojaxhiu" in clue


def test_contested_or_qualified_facts_are_no_clues() -> None:
    draft = made(
        subgraph(
            "Mother Teresa",
            "date of birth",
            TERESA,
            side("place of birth", "Skopje", Kind.PLACE, "d1"),
            side("place of birth", "Tirana", Kind.PLACE, "d2"),
            side("mother", "Drana Bojaxhiu", Kind.PERSON, time="1911"),
        )
    )
    assert draft.reasons[0] == Reason.FEW_CLUES.note("0 of 2 clues")


def test_a_namesake_is_told_apart_by_what_the_subject_is() -> None:
    facts = (
        side("date of death", "3 May 1990", Kind.DATE, "d1"),
        side("date of death", "1 June 1650", Kind.DATE, "elsewhere"),
    )
    known = subgraph("Mother Teresa", "date of birth", TERESA, *facts, subject_is="Albanian nun")
    assert made(known).questions[NAMED_ENTITY] == "When was the Albanian nun Mother Teresa born?"
    unknown = subgraph("Mother Teresa", "date of birth", TERESA, *facts)
    assert made(unknown).reasons == (Reason.NAMESAKE.note("of another date of death"),)


def test_facts_of_a_namesake_are_no_clues() -> None:
    draft = made(
        subgraph(
            "Mother Teresa",
            "date of birth",
            TERESA,
            side("date of death", "3 May 1990", Kind.DATE, "d1"),
            side("place of birth", "Skopje", Kind.PLACE, "d2"),
            side("date of death", "1 June 1650", Kind.DATE, "elsewhere"),
            side("mother", "Drana Bojaxhiu", Kind.PERSON, "elsewhere"),
            subject_is="Albanian nun",
        )
    )
    assert draft.questions[CLUE_BASED] == "When was the Albanian nun from Skopje who died on 3 May 1990 born?"


def test_an_article_of_the_name_is_kept() -> None:
    statements = {
        "d1": ("The Laetoli footprints were found in 1975.", "1975", Kind.DATE),
        "d2": ("In 1978 the Laetoli footprints were found.", "1978", Kind.DATE),
    }
    draft = made(subgraph("Laetoli footprints", "date of discovery", statements, entity_type=""))
    assert draft.questions[NAMED_ENTITY] == "When were the Laetoli footprints discovered?"


def test_an_answer_without_its_quote_is_not_grounded() -> None:
    graph = subgraph("Mother Teresa", "date of birth", TERESA)
    moved = {**graph.texts, "d2": "Mother Teresa was born on 28 August 1910."}
    draft = made(
        Subgraph(
            conflict="c1",
            subject="Mother Teresa",
            attribute="date of birth",
            entity_type="PERSON",
            names=("Mother Teresa",),
            answers=graph.answers,
            evidence=graph.evidence,
            side_facts=(),
            texts=moved,
        )
    )
    assert draft.reasons[:2] == (
        Reason.UNGROUNDED.note("the quote isn't at 0..41 of document d2"),
        Reason.UNGROUNDED.note("no document states '27 August 1910'"),
    )


def test_an_open_attribute_is_asked_from_its_statement_or_dropped() -> None:
    graph = subgraph("Mother Teresa", "moved", TERESA)
    assert made(graph).reasons == (Reason.NO_QUESTION.note("the clause has no subject"),)
    question = "When did {subject} move to Darjeeling?"
    asked = synthesize(graph, catalogue(), load_wording(), lambda _: question, lambda _: ())
    assert asked.questions[NAMED_ENTITY] == "When did Mother Teresa move to Darjeeling?"


@pytest.mark.parametrize(
    ("template", "time", "expected"),
    [
        ("What is the population of {subject}?", "2010", "What was the population of {subject} in 2010?"),
        (
            "What is the population of {subject}?",
            "2010 census",
            "What was the population of {subject} as of the 2010 census?",
        ),
        ("How many children does {subject} have?", "2010", "How many children did {subject} have in 2010?"),
        ("What is the population of {subject}?", "", "What is the population of {subject}?"),
        ("What is the population of {subject}?", "former", "What is the population of {subject}?"),
        ("When did {subject} fall in 1912?", "1912", "When did {subject} fall in 1912?"),
    ],
)
def test_the_time_for_which_facts_hold(template: str, time: str, expected: str) -> None:
    assert in_time(template, time) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("26 August 1910", "on 26 August 1910"),
        ("August 1910", "in August 1910"),
        ("1910", "in 1910"),
        ("the 1970s", "in the 1970s"),
        ("around 1910", "around 1910"),
    ],
)
def test_dates_take_their_preposition(text: str, expected: str) -> None:
    assert dated(parse_value(text, Kind.DATE)) == expected


def test_clues_in_the_words_of_the_documents() -> None:
    graph = subgraph("Mother Teresa", "date of birth", TERESA, subject_type="person")

    def tell(_: str) -> list[tuple[int, int, str]]:
        return [
            (0, 41, "that was seen where the account stands"),
            (50, 90, "that founded the Missionaries of Charity"),
            (91, 99, "whose confessor was Father Jambrekovic"),
        ]

    draft = synthesize(graph, catalogue(), load_wording(), refuse, tell)
    assert draft.questions[CLUE_BASED] == (
        "When was the person who founded the Missionaries of Charity "
        "and whose confessor was Father Jambrekovic born?"
    )


def test_one_verb_is_said_once() -> None:
    draft = made(
        subgraph(
            "Mother Teresa",
            "date of birth",
            TERESA,
            side("date of death", "5 September 1997", Kind.DATE),
            side("place of death", "Kolkata", Kind.PLACE),
        )
    )
    assert draft.questions[CLUE_BASED] == (
        "When was the person who died on 5 September 1997 in Kolkata born?"
    )


def test_a_common_noun_has_a_small_letter_within_the_question() -> None:
    statements = {
        "d1": ("Oxygen was discovered in 1774. Air is one fifth oxygen.", "1774", Kind.DATE),
        "d2": ("Oxygen was discovered in 1772.", "1772", Kind.DATE),
    }
    draft = made(subgraph("Oxygen", "date of discovery", statements, entity_type=""))
    assert draft.questions[NAMED_ENTITY] == "When was oxygen discovered?"


def test_documents_that_define_two_things_make_no_item() -> None:
    statements = {
        "d1": ("The capital of Georgia is Tbilisi.", "Tbilisi", Kind.PLACE),
        "d2": ("The capital of Georgia is Atlanta.", "Atlanta", Kind.PLACE),
    }
    said = {"Tbilisi": "country in the Caucasus", "Atlanta": "state of the American south"}

    def tell(text: str) -> list[tuple[int, int, str]]:
        return [(90, 99, f"that is a {thing}") for capital, thing in said.items() if capital in text]

    graph = subgraph("Georgia", "capital", statements, entity_type="GPE")
    draft = synthesize(graph, catalogue(), load_wording(), refuse, tell)
    said_of = "country in the Caucasus / state of the American south"
    assert draft.reasons[0] == Reason.TWO_THINGS.note(said_of)


def test_a_definition_is_what_the_subject_is_and_no_clue_as_well() -> None:
    statements = {
        "d1": ("The Peshtigo fire killed 1,200 people.", "1,200", Kind.NUMBER),
        "d2": ("The Peshtigo fire killed 2,500 people.", "2,500", Kind.NUMBER),
    }

    def tell(_: str) -> list[tuple[int, int, str]]:
        return [(50, 60, "that was a wildfire in Wisconsin"), (61, 70, "that jumped Green Bay")]

    graph = subgraph("Peshtigo fire", "death toll", statements, entity_type="EVENT")
    draft = synthesize(graph, catalogue(), load_wording(), refuse, tell)
    assert draft.questions == {
        NAMED_ENTITY: "What was the death toll of the Peshtigo fire?",
        CLUE_BASED: "What was the death toll of the wildfire in Wisconsin that jumped Green Bay?",
    }


def test_the_noun_that_a_name_ends_in_may_stand_for_the_subject() -> None:
    statements = {
        "d1": ("The Golden Gate Bridge opened in 1937.", "1937", Kind.DATE),
        "d2": ("The Golden Gate Bridge opened in 1936.", "1936", Kind.DATE),
    }

    def tell(_: str) -> list[tuple[int, int, str]]:
        return [
            (50, 60, "that spans the strait at San Francisco"),
            (61, 70, "whose engineer was Joseph Strauss"),
        ]

    graph = subgraph("Golden Gate Bridge", "date of opening", statements, entity_type="FAC")
    draft = synthesize(graph, catalogue(), load_wording(), refuse, tell)
    assert draft.questions[CLUE_BASED] == (
        "When did the bridge that spans the strait at San Francisco "
        "and whose engineer was Joseph Strauss open?"
    )


def answered(attribute: str, *values: tuple[str, Kind], what: str = "") -> Subgraph:
    """A subgraph about Green Hall whose documents are d1, d2 ... with a value each."""
    statements = {
        f"d{n}": (f"Green Hall has {value}.", value, kind) for n, (value, kind) in enumerate(values, 1)
    }
    qualifiers = {"subject_is": what} if what else {}
    return subgraph("Green Hall", attribute, statements, entity_type="FAC", **qualifiers)


BUILT = (("1880", Kind.DATE), ("1920", Kind.DATE))


def drafted(graph: Subgraph, said: Mapping[str, Sequence[str]]) -> Draft:
    """The draft where documents say something of the subject; keys are parts of their texts."""

    def tell(text: str) -> list[tuple[int, int, str]]:
        return [(90, 99, words) for part, some in said.items() if part in text for words in some]

    return synthesize(graph, catalogue(), load_wording(), refuse, tell)


def test_what_one_side_tells_otherwise_is_no_clue() -> None:
    said = {
        "1880": [
            "that was made by Adam Smith for Ann Lee",
            "that stands in Ely",
            "that burnt in Cromwell's war",
        ],
        "1920": [
            "that was made by Bob Jones for Ann Lee",
            "that stands in Ely",
            "that burnt in Cromwell's war",
        ],
    }
    draft = drafted(answered("date of construction", *BUILT, what="hall"), said)
    assert draft.questions[CLUE_BASED] == (
        "When was the hall that burnt in Cromwell's war and stands in Ely built?"
    )


def test_what_both_sides_tell_comes_before_what_one_adds() -> None:
    said = {
        "1880": ["that was made by Adam Smith", "that stands in Ely", "that burnt in Cromwell's war"],
        "1920": ["that stands in Ely", "that burnt in Cromwell's war"],
    }
    draft = drafted(answered("date of construction", *BUILT, what="hall"), said)
    assert "Adam Smith" not in draft.questions[CLUE_BASED]


def test_a_definition_adds_what_stands_behind_its_noun() -> None:
    said = {
        "": ["that is one of the sixteen townships of Crawford County, Ohio", "that was named for Sandusky"]
    }
    graph = answered(
        "population", ("459", Kind.NUMBER), ("1,234", Kind.NUMBER), what="sixteen townships of Ohio"
    )
    draft = drafted(graph, said)
    assert draft.questions[CLUE_BASED] == (
        "What is the population of the township in Crawford County, Ohio that was named for Sandusky?"
    )


@pytest.mark.parametrize(
    ("first", "second", "head"),
    [
        ("American football coach", "basketball coach", "the coach Green Hall"),
        ("football coach", "football coach", "the football coach Green Hall"),
    ],
)
def test_a_subject_is_what_all_accounts_say(first: str, second: str, head: str) -> None:
    graph = answered("team", ("Seahawks", Kind.ORGANIZATION), ("Eagles", Kind.ORGANIZATION))
    told = zip(graph.evidence, (first, second), strict=True)
    evidence = tuple(
        replace(e, qualifiers={"subject_is": what, "subject_type": "person"}) for e, what in told
    )
    other = side("date of birth", "3 May 1950", Kind.DATE, "elsewhere")
    own = side("date of birth", "16 May 1956", Kind.DATE, "d1")
    draft = made(replace(graph, evidence=evidence, side_facts=(own, other)))
    assert draft.questions[NAMED_ENTITY] == f"What team did {head} play for?"


def test_bearers_of_other_years_are_namesakes() -> None:
    people = (("Ann Lee", Kind.PERSON), ("Bob Roe", Kind.PERSON))
    later = side("producer", "Cy Doe", Kind.PERSON, "d1", subject_is="2015 TV series")
    draft = made(replace(answered("director", *people, what="1981 TV series"), side_facts=(later,)))
    assert "2015" not in str(draft.questions)
    assert draft.questions[NAMED_ENTITY] == "Who directed the 1981 TV series Green Hall?"
    earlier = side("producer", "Di Poe", Kind.PERSON, "d2", subject_is="1981 TV series")
    draft = made(replace(answered("director", *people), side_facts=(earlier, later)))
    assert draft.reasons == (Reason.NAMESAKE.note("of another year"),)


def test_an_agent_does_not_premiere() -> None:
    graph = answered("date of premiere", ("1981", Kind.DATE), ("1975", Kind.DATE), what="secret agent")
    assert "agent" not in made(graph).questions[NAMED_ENTITY]


@pytest.mark.parametrize(
    ("attribute", "question"),
    [
        ("start of running on the ITV network", "When did Green Hall start running on the ITV network?"),
        ("end of serving as mayor", "When did Green Hall stop serving as mayor?"),
    ],
)
def test_a_beginning_or_an_end_is_asked_by_its_name(attribute: str, question: str) -> None:
    assert made(answered(attribute, *BUILT)).questions[NAMED_ENTITY] == question


def test_a_census_that_all_statements_name_stands_in_the_question() -> None:
    statements = {
        "d1": ("In the 2011 census the population of Sherborne was 9,523.", "9,523", Kind.NUMBER),
        "d2": ("In the 2011 census, Sherborne had 1,234 people.", "1,234", Kind.NUMBER),
    }
    draft = made(subgraph("Sherborne", "population", statements, entity_type="GPE"))
    assert draft.questions[NAMED_ENTITY] == "What was the population of Sherborne as of the 2011 census?"


def test_one_clue_is_too_few_whatever_the_subject_is() -> None:
    graph = answered("date of construction", *BUILT, what="hall")
    draft = drafted(graph, {"": ["that was made by Adam Smith"]})
    assert draft.reasons == (Reason.FEW_CLUES.note("1 of 2 clues"),)


def test_a_page_s_furniture_is_no_subject() -> None:
    graph = replace(answered("year of moving", *BUILT), subject="Appearance")
    assert made(graph).reasons == (Reason.UNNAMED.value,)


def test_bearers_in_other_places_are_told_apart_by_the_place() -> None:
    elsewhere = side("architect", "Ann Lee", Kind.PERSON, "elsewhere", subject_is="Maryland")
    graph = answered("date of construction", *BUILT, what="Cresco, Iowa")
    texts = {document: f"{text} It stands in Cresco , Iowa." for document, text in graph.texts.items()}
    known = made(replace(graph, side_facts=(elsewhere,), texts=texts))
    assert known.questions[NAMED_ENTITY] == "When was Green Hall in Cresco, Iowa built?"
    unknown = made(replace(answered("date of construction", *BUILT), side_facts=(elsewhere,)))
    assert NAMED_ENTITY in unknown.questions  # one mark alone tells of no other bearer
    second = side("architect", "Ann Lee", Kind.PERSON, "further", subject_is="Nebraska")
    both = made(replace(answered("date of construction", *BUILT), side_facts=(elsewhere, second)))
    assert both.reasons == (Reason.NAMESAKE.note("of another place"),)


def test_when_one_thing_began_is_no_clue_to_when_another_did() -> None:
    said = {"": ["that was opened in May 1904", "that stands in Ely", "that burnt in Cromwell's war"]}
    graph = answered("date of operating", *BUILT, what="hall")
    draft = synthesize(
        graph,
        catalogue(),
        load_wording(),
        lambda _: "When did {subject} begin operating?",
        lambda _: [(90, 99, words) for words in said[""]],
    )
    assert "1904" not in draft.questions[CLUE_BASED]


def test_what_a_film_is_is_asked_as_its_genre() -> None:
    graph = answered(
        "medium", ("film noir", Kind.CATEGORY), ("romantic comedy", Kind.CATEGORY), what="1948 film"
    )
    assert made(graph).questions[NAMED_ENTITY] == "What is the genre of the film Green Hall?"


def test_a_contested_year_makes_no_two_things() -> None:
    graph = answered("release date", ("1980", Kind.DATE), ("2007", Kind.DATE))
    evidence = tuple(
        replace(e, qualifiers={"subject_is": f"{answer.value.text} film"})
        for e, answer in zip(graph.evidence, graph.answers, strict=True)
    )
    assert not any(Reason.TWO_THINGS.value in r for r in made(replace(graph, evidence=evidence)).reasons)


def test_a_superlative_is_told_without_the_noun_again() -> None:
    said = {
        "": ["that was the deadliest forest fire recorded in the United States", "that jumped Sturgeon Bay"]
    }
    graph = answered("death toll", ("1,200", Kind.NUMBER), ("2,500", Kind.NUMBER), what="forest fire")
    assert drafted(graph, said).questions[CLUE_BASED] == (
        "What was the death toll of the forest fire that jumped Sturgeon Bay and was the deadliest "
        "recorded in the United States?"
    )
