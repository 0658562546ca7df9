"""Relations with a model: what it's asked, what counts of its answers, and what can't be talked into one."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from model_requests import OpenLlm, texts_of
from scripted_server import Behaviour, Body, ScriptedServer, completion, cut, raw, says

from graphprobe.config import RelationSettings
from graphprobe.llm import Llm
from graphprobe.llm.replies import RelationReply
from graphprobe.mining.classified import Classified, label_of
from graphprobe.mining.evidence import Pair
from graphprobe.mining.model_relations import (
    open_differences,
    open_slots,
    problem_of,
    subject_of,
)
from graphprobe.mining.pair_files import described, read_pairs
from graphprobe.mining.parsing import Parser
from graphprobe.mining.reading import DocumentReading
from graphprobe.mining.relations import Relations, choose_classifier
from graphprobe.records import RelationLabel, Status

# Rules see that these differ, and not on what: in a typed value, in opposites, and in mere words.
RELEASE = (
    "Fantastic Seven was released in the United States on July 8, 2005.",
    "Fantastic Seven was released in the United States on August 8, 2005.",
)
REVIEWS = (
    "Over the Hills received positive reviews by critics, with most of them praising its piano part.",
    "Over the Hills received negative reviews by critics, with most of them scolding its piano part.",
)
SONG = (
    "Over the Hills is a song recorded by Arvanian singer Ada Berg for her second album.",
    "Over the Hills is a song recorded by some talented cats for her second album.",
)
# Both tell her occupation, and one person can have two.
ADA = (
    "Ada Berg (born October 30, 1987) is an Arvanian playwright and director.",
    "Ada Berg (born October 30, 1987) is an Arvanian painter.",
)
# Rules decide these themselves.
FOUNDED = (
    "The Halden Works was founded in 1862 by Olaf Berg. Its bell can be heard in Norrtown.",
    "The Halden Works was founded in 1871 by Olaf Berg. Its bell can be heard in Norrtown.",
)
STRANGERS = ("A storm flooded the valley of Lund.", "Olaf Berg plays the violin in Norrtown.")


@pytest.fixture(scope="module")
def parser() -> Iterator[Parser]:
    with Parser() as opened:
        yield opened


@pytest.fixture(scope="module")
def read(parser: Parser) -> Callable[..., list[tuple[DocumentReading, DocumentReading]]]:
    return lambda *pairs: read_pairs(parser, pairs)


def reply(texts: Sequence[str], first: str, second: str, **changes: Any) -> dict[str, Any]:
    """A good answer about two texts of one sentence, which says conflict unless changed."""
    return {
        "quote_a": texts[0],
        "quote_b": texts[1],
        "subject": " ".join(texts[0].split()[:2]),
        "attribute": "release date",
        "value_a": first,
        "value_b": second,
        "reason": "They exclude each other.",
        "same_subject": True,
        "same_attribute": True,
        "same_fact_context": True,
        "values_compatible": False,
        "label": "conflict",
        "confidence": 0.9,
        **changes,
    }


DATES = ("July 8, 2005", "August 8, 2005")
SUPPORT = {"values_compatible": True, "label": "support"}
NONE = {"same_subject": False, "label": "none"}


def classify(llm: Llm, pairs: Sequence[tuple[DocumentReading, DocumentReading]], **settings: Any) -> Any:
    return choose_classifier(RelationSettings(**settings), llm).classify(pairs)


def labels(found: Sequence[Classified]) -> list[str]:
    return [label_of(one.relations).value for one in found]


class TestWhatIsAsked:
    def test_only_what_rules_leave_open(self, server: ScriptedServer, llm: Llm, read: Any) -> None:
        server.otherwise(lambda body: says(reply(list(texts_of(body).values()), "", "", **NONE)))

        found = classify(llm, read(FOUNDED, STRANGERS, RELEASE, REVIEWS, ADA))

        asked = [tuple(texts_of(body).values()) for body in server.requests]
        assert sorted(asked) == sorted([RELEASE, REVIEWS, ADA])
        assert labels(found)[:2] == ["conflict", "none"]

    def test_every_pair_where_all_shall_be_read(self, server: ScriptedServer, llm: Llm, read: Any) -> None:
        server.otherwise(lambda body: says(reply(list(texts_of(body).values()), "", "", **NONE)))

        found = classify(llm, read(FOUNDED, STRANGERS, RELEASE), reading="pairwise")

        assert len(server.requests) == 3
        assert labels(found) == ["none"] * 3

    def test_nothing_where_nothing_shall_be_read(self, server: ScriptedServer, llm: Llm, read: Any) -> None:
        assert labels(classify(llm, read(RELEASE), reading="rules")) == ["none"]
        assert not server.requests

    def test_both_documents_stand_whole_between_marks(
        self, server: ScriptedServer, llm: Llm, read: Any
    ) -> None:
        server.otherwise(lambda body: says(reply(list(texts_of(body).values()), *DATES)))

        classify(llm, read(RELEASE))

        assert texts_of(server.requests[0]) == dict(zip("AB", RELEASE, strict=True))

    def test_what_rules_leave_open(self, read: Any) -> None:
        kinds = [
            [one.difference.kind for one in open_differences(Pair(*pair), 0.45)]
            for pair in read(RELEASE, REVIEWS, ADA, SONG)
        ]
        slots = [[slot.fact_a.slot for slot in open_slots(Pair(*pair))] for pair in read(RELEASE, ADA)]

        assert set(kinds[0]) == {"value"}
        assert kinds[1][0] == "polarity"
        assert kinds[2:] == [[], ["category"]]
        assert slots == [[], ["ada berg | occupation"]]


class TestWhatCounts:
    def test_a_model_names_what_differs(self, server: ScriptedServer, llm: Llm, read: Any) -> None:
        server.otherwise(lambda _: says(reply(RELEASE, *DATES)))

        [found] = classify(llm, read(RELEASE))

        row = described(found)
        assert (row["relation"], row["subject"], row["attribute"]) == (
            "conflict",
            "Fantastic Seven",
            "release date",
        )
        assert (row["value_a"], row["value_b"]) == DATES
        assert (row["quote_a"], row["quote_b"]) == RELEASE
        assert (row["model"], row["prompt"], row["status"]) == ("m", "relations@3", "ok")

    @pytest.mark.parametrize(
        ("texts", "values", "subject"),
        [(RELEASE, DATES, "Fantastic Seven"), (REVIEWS, ("positive", "negative"), "Over the Hills")],
    )
    def test_no_verdict_overturns_a_typed_comparison(
        self, server: ScriptedServer, llm: Llm, read: Any, texts: Any, values: Any, subject: str
    ) -> None:
        server.otherwise(lambda _: says(reply(texts, *values, subject=subject, attribute="fame", **NONE)))

        assert labels(classify(llm, read(texts))) == ["conflict"]

    @pytest.mark.parametrize(("changes", "label"), [({}, "conflict"), (SUPPORT, "none"), (NONE, "none")])
    def test_where_comparing_decides_nothing_both_have_to_say_conflict(
        self, server: ScriptedServer, llm: Llm, read: Any, changes: Any, label: str
    ) -> None:
        answer = reply(
            SONG, "Arvanian singer Ada Berg", "talented cats", subject="Over the Hills", attribute="performer"
        )
        server.otherwise(lambda _: says({**answer, **changes}))

        [found] = classify(llm, read(SONG))

        conflicts = [one for one in found.relations if one.label is RelationLabel.CONFLICT]
        assert bool(conflicts) == (label == "conflict")

    @pytest.mark.parametrize(
        "changes",
        [
            {"subject": "Fantastic Eight"},  # in neither document
            {"subject": ""},
            {"attribute": ""},
            {"attribute": "release on July 8, 2005"},  # gives the value away
            {"attribute": "what is told " * 20},
            {"value_a": "United States", "value_b": "United States"},  # not where they differ
            {"value_a": "Seven", "value_b": "Seven"},
            {"value_a": "", "value_b": ""},
            {"quote_a": "Fantastic Seven came out on July 8, 2005."},  # not word for word
        ],
    )
    def test_a_name_that_fits_nothing_is_none(
        self, server: ScriptedServer, llm: Llm, read: Any, changes: Any
    ) -> None:
        server.otherwise(lambda _: says(reply(RELEASE, *DATES, **NONE, **changes)))

        [found] = classify(llm, read(RELEASE))

        assert label_of(found.relations) is RelationLabel.NONE
        assert found.status is Status.OK

    def test_a_word_that_is_no_name_means_something_of_these_documents_alone(self, read: Any) -> None:
        texts = ("She was born in Lund on July 8, 2005.", "She was born in Lund on August 8, 2005.")
        [(a, b)] = read(texts)

        found = subject_of(Pair(a, b), "She")

        assert found == ("She", "she a")
        assert subject_of(Pair(a, b), "Queen Ada") is None

    @pytest.mark.parametrize(
        ("second", "label"),
        [({}, "conflict"), (SUPPORT, "none"), (NONE, "none"), ({"confidence": 0.2}, "none")],
    )
    def test_where_nothing_else_speaks_a_model_has_to_say_it_twice(
        self, server: ScriptedServer, llm: Llm, read: Any, second: Any, label: str
    ) -> None:
        """The documents come in the other order the second time."""

        def answer(body: Body) -> Behaviour:
            texts = list(texts_of(body).values())
            values = ("director", "painter") if texts[0] == ADA[0] else ("painter", "director")
            changes = {} if texts[0] == ADA[0] else second
            return says(reply(texts, *values, subject="Ada Berg", attribute="occupation", **changes))

        server.otherwise(answer)

        found = classify(llm, read(ADA))

        conflicts = [one for one in found[0].relations if one.label is RelationLabel.CONFLICT]
        assert len(server.requests) == 2
        assert bool(conflicts) == (label == "conflict")
        for one in conflicts:
            assert (one.fact_a.slot, one.method, one.model) == ("ada berg | occupation", "model", "m")
            assert one.fact_a.model == "rules"  # the fact was read by rules; the verdict is the model's

    def test_who_answers_by_the_order_of_the_documents_decides_nothing(
        self, server: ScriptedServer, llm: Llm, read: Any
    ) -> None:
        """The same words whatever comes first: the quotes don't stand in the documents any more."""
        server.otherwise(
            lambda _: says(reply(ADA, "director", "painter", subject="Ada Berg", attribute="job"))
        )

        [found] = classify(llm, read(ADA))

        assert not [one for one in found.relations if one.label is RelationLabel.CONFLICT]
        assert found.status is Status.UNPARSED

    def test_a_model_that_reads_every_pair_is_taken_at_its_word(
        self, server: ScriptedServer, llm: Llm, read: Any
    ) -> None:
        answer = reply(FOUNDED, "1862", "1871", subject="Halden Works", attribute="Year of founding")
        quotes = {
            "quote_a": "The Halden Works was founded in 1862 by Olaf Berg.",
            "quote_b": "The Halden Works was founded in 1871 by Olaf Berg.",
        }
        server.otherwise(lambda _: says({**answer, **quotes}))

        [found] = classify(llm, read(FOUNDED), reading="pairwise")

        [relation] = found.relations
        assert (relation.method, relation.model, relation.confidence) == ("model", "m", 0.9)
        assert relation.fact_a.attribute == "year of founding"
        assert relation.fact_a.statement.quote == quotes["quote_a"]
        for reading, fact in zip(read(FOUNDED)[0], (relation.fact_a, relation.fact_b), strict=True):
            span = fact.value_span
            assert reading.text[span.start : span.end] == span.quote


class TestWhatIsWrong:
    @pytest.mark.parametrize(
        ("changes", "problem"),
        [
            ({}, ""),
            (NONE, ""),
            ({**NONE, "quote_a": "", "quote_b": "", "value_a": "", "value_b": "", "subject": ""}, ""),
            ({"label": "support"}, "label is support, but a support has"),
            ({"same_fact_context": False}, "label is conflict, but a conflict has"),
            ({"label": "none"}, "label is none, but same_subject"),
            ({"quote_b": "It came out in August."}, "quote_b doesn't stand in document B"),
            ({"value_a": "June 8, 2005"}, "value_a doesn't stand in quote_a"),
            ({"value_a": ""}, "value_a doesn't stand in quote_a"),
            ({"subject": "  "}, "needs a subject"),
            (SUPPORT, "label says support, but August 8, 2005 and July 8, 2005"),
            ({"value_a": "2005", "value_b": "August 8, 2005"}, "label says conflict, but"),
        ],
    )
    def test_each_contradiction_is_told(self, read: Any, changes: Any, problem: str) -> None:
        [(a, b)] = read(RELEASE)
        found = problem_of(RelationReply(**reply(RELEASE, *DATES, **changes)), a, b)

        assert found.startswith(problem) if not problem.startswith("needs") else problem in found
        assert bool(found) == bool(problem)

    @pytest.mark.parametrize(
        "changes",
        [{"same_fact_context": False}, SUPPORT, {**SUPPORT, "quote_a": "It came out."}],
        ids=["label against booleans", "verdict against values", "quote of its own"],
    )
    def test_it_is_asked_for_once_more_and_unparsed_then(
        self, server: ScriptedServer, llm: Llm, read: Any, changes: Any
    ) -> None:
        server.otherwise(lambda _: says(reply(RELEASE, *DATES, **changes)))

        [found] = classify(llm, read(RELEASE), reading="pairwise")

        assert len(server.requests) == 2
        assert (found.status, list(found.relations)) == (Status.UNPARSED, [])

    @pytest.mark.parametrize("changes", [SUPPORT, {"same_subject": False, "label": "support"}])
    def test_so_it_is_where_a_label_goes_against_what_rules_see(
        self, server: ScriptedServer, llm: Llm, read: Any, changes: Any
    ) -> None:
        server.otherwise(lambda _: says(reply(RELEASE, *DATES, **changes)))

        [found] = classify(llm, read(RELEASE))

        assert (len(server.requests), found.status) == (2, Status.UNPARSED)

    def test_where_label_and_rules_agree_the_booleans_are_not_asked_for_again(
        self, server: ScriptedServer, llm: Llm, read: Any
    ) -> None:
        server.otherwise(lambda _: says(reply(RELEASE, *DATES, same_subject=False, same_attribute=False)))

        assert labels(classify(llm, read(RELEASE))) == ["conflict"]
        assert len(server.requests) == 1

    def test_a_quote_that_is_too_short_is_no_flaw_of_a_name(
        self, server: ScriptedServer, llm: Llm, read: Any
    ) -> None:
        """The values stand where the documents differ, and rules know the sentences."""
        quotes = {"quote_a": "Fantastic Seven", "quote_b": "Fantastic Seven"}
        server.otherwise(lambda _: says(reply(RELEASE, *DATES, **quotes)))

        [found] = classify(llm, read(RELEASE))

        assert described(found)["quote_a"] == RELEASE[0]
        assert len(server.requests) == 1

    def test_where_rules_see_mere_words_they_are(self, server: ScriptedServer, llm: Llm, read: Any) -> None:
        answer = reply(SONG, "Ada Berg", "talented cats", subject="Over the Hills", same_subject=False)
        server.otherwise(lambda _: says(answer))

        [found] = classify(llm, read(SONG))

        assert (len(server.requests), found.status) == (2, Status.UNPARSED)

    def test_what_is_put_right_counts(self, server: ScriptedServer, llm: Llm, read: Any) -> None:
        server.then(says(reply(RELEASE, *DATES, same_fact_context=False)))
        server.otherwise(lambda _: says(reply(RELEASE, *DATES)))

        assert labels(classify(llm, read(RELEASE), reading="pairwise")) == ["conflict"]

    @pytest.mark.parametrize(
        ("behaviour", "status"),
        [
            (says(None), Status.EMPTY),
            (says("I'm sorry, but I can't help with that."), Status.REFUSED),
            (says("<think>They say July and August, so"), Status.TRUNCATED),
            (says({"label": "conflict"}), Status.UNPARSED),
            (says("conflict"), Status.UNPARSED),
            (says('{"quote_a": "Fantas', finish="length"), Status.TRUNCATED),
            (raw(completion(reply(RELEASE, *DATES))[:80]), Status.ERROR),
            (cut, Status.ERROR),
        ],
        ids=["None", "refusal", "endless reasoning", "wrong schema", "a word", "cut off", "half", "dropped"],
    )
    @pytest.mark.parametrize("reading", ["open", "pairwise"])
    def test_without_an_answer_what_rules_found_stands(
        self,
        server: ScriptedServer,
        llm: Llm,
        read: Any,
        behaviour: Behaviour,
        status: Status,
        reading: str,
    ) -> None:
        server.otherwise(lambda _: behaviour)

        found = classify(llm, read(FOUNDED, RELEASE, ADA), reading=reading)

        assert labels(found) == ["conflict", "none", "support"]
        assert found[1].status is found[2].status is status
        assert found[0].status is (status if reading == "pairwise" else Status.OK)
        assert found[1].note


# Pairs that contradict each other: rules decide some, and of the others see that they differ, or no more.
CONFLICTS = [
    FOUNDED,
    RELEASE,
    REVIEWS,
    (
        "Middle Land is the fictional setting of much of British writer J. R. R. Berg's legendarium.",
        "Middle Land is the fictional setting of much of British writer J. R. R. Lund's legendarium.",
    ),
    (
        "Major Olaf Henrik Berg MC (22 January 1917 – 11 June 2006) was an officer in the Arvanian Army.",
        "Major Olaf Henrik Berg MC (22 September 1917 – 11 June 2006) was an officer in the Arvanian Army.",
    ),
]
# Where rules differ from these, they don't contradict each other.
OTHERS = [
    STRANGERS,
    ADA,
    ("Ada Berg is an Arvanian model.", "Ada Berg (born October 30, 1987) is an Arvanian model and singer."),
    (
        "The Old Mill (Lund) is a mill of 1820 in Lund. It grinds corn for the town.",
        "The Old Mill (Norrtown) is a museum of 1975 in Norrtown. It shows old boats.",
    ),
    (
        "Norrtown had 4,210 inhabitants at the census of 1990. It lies on the coast.",
        "Norrtown had 5,873 inhabitants at the census of 2010. It lies on the coast.",
    ),
]
ANSWERS_A_PAIR, FOUND_BY_RULES = 30, 2


def at_random(body: Body, chance: random.Random) -> Behaviour:
    """An answer of the right form that says anything about any words of the documents, sentences included."""
    texts = list(texts_of(body).values())
    names = [" ".join(text.split()[:2]) for text in texts]

    def words(text: str) -> str:
        split = text.split()
        first = chance.randrange(len(split))
        return " ".join(split[first : first + chance.randint(1, 4)])

    answer = reply(texts, *map(words, texts), subject=chance.choice(names), attribute="something")
    changes = chance.choice([{}, SUPPORT, NONE])
    return says({**answer, **changes, "confidence": chance.random()})


def test_answers_at_random_cost_no_precision(server: ScriptedServer, open_llm: OpenLlm, read: Any) -> None:
    chance = random.Random(5)
    server.otherwise(lambda body: at_random(body, chance))
    pairs = read(*CONFLICTS, *OTHERS)
    rules = labels(choose_classifier(RelationSettings()).classify(pairs))
    assert rules.count("conflict") == FOUND_BY_RULES

    called = [labels(classify(open_llm(parameters={"seed": seed}), pairs)) for seed in range(ANSWERS_A_PAIR)]

    wrong = sum(one[len(CONFLICTS) :].count("conflict") for one in called)
    right = sum(one[: len(CONFLICTS)].count("conflict") for one in called)
    assert wrong == 0
    assert right > FOUND_BY_RULES * ANSWERS_A_PAIR


def test_good_answers_find_what_rules_leave_open(server: ScriptedServer, llm: Llm, read: Any) -> None:
    values = {
        RELEASE[0]: (*DATES, "Fantastic Seven", "release date"),
        REVIEWS[0]: ("positive", "negative", "Over the Hills", "reception"),
        CONFLICTS[3][0]: ("J. R. R. Berg", "J. R. R. Lund", "Middle Land", "writer"),
        CONFLICTS[4][0]: ("22 January 1917", "22 September 1917", "Olaf Henrik Berg", "date of birth"),
    }

    def oracle(body: Body) -> Behaviour:
        texts = list(texts_of(body).values())
        if texts[0] not in values:
            return says(reply(texts, "", "", **NONE))
        value_a, value_b, subject, attribute = values[texts[0]]
        return says(reply(texts, value_a, value_b, subject=subject, attribute=attribute))

    server.otherwise(oracle)

    found = labels(classify(llm, read(*CONFLICTS, *OTHERS)))

    assert found[: len(CONFLICTS)] == ["conflict"] * len(CONFLICTS)
    assert "conflict" not in found[len(CONFLICTS) :]


class TestFingerprints:
    def fingerprint(self, parser: Parser, llm: Llm | None, **settings: Any) -> str:
        stage = Relations(RelationSettings(**settings), parser, llm)
        return stage.fingerprint({"facts": "f", "candidates": "c"})

    def test_no_model_changes_nothing(self, parser: Parser, open_llm: OpenLlm) -> None:
        alone = self.fingerprint(parser, None)

        assert self.fingerprint(parser, open_llm(model=None)) == alone
        assert self.fingerprint(parser, open_llm(model=None, model_for={"facts": "m"})) == alone
        assert self.fingerprint(parser, open_llm(), reading="rules") == alone

    def test_model_and_reading_do(self, parser: Parser, open_llm: OpenLlm) -> None:
        prints = {
            self.fingerprint(parser, None),
            self.fingerprint(parser, open_llm()),
            self.fingerprint(parser, open_llm(model="other")),
            self.fingerprint(parser, open_llm(parameters={"temperature": 0})),
            self.fingerprint(parser, open_llm(), reading="pairwise"),
        }
        assert len(prints) == 5

    def test_a_changed_prompt_redoes_its_stage_and_what_follows(
        self, parser: Parser, open_llm: OpenLlm, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from dataclasses import replace

        from graphprobe.config import Settings
        from graphprobe.mining import model_facts, model_labels, model_relations
        from graphprobe.mining.runner import fingerprints
        from graphprobe.pipeline import build_stages

        follow = {
            model_labels: {"knowledge_points", "candidates", "relations"},
            model_facts: {"facts", "candidates", "relations"},
            model_relations: {"relations"},
        }
        last = {"conflicts", "descriptions", "questions"}
        llm = open_llm()
        before = fingerprints(build_stages(Settings(), parser, llm))
        for module, stages in follow.items():
            with monkeypatch.context() as patch:
                patch.setattr(module, "PROMPT", replace(module.PROMPT, version=99))
                after = fingerprints(build_stages(Settings(), parser, llm))
            changed = {name for name in before if before[name] != after[name]}
            assert stages <= changed <= stages | last | {"terms"}, module.__name__


def test_no_key_is_ever_written(
    server: ScriptedServer, open_llm: OpenLlm, read: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    key = "sk-never-to-be-seen-0123456789"
    caplog.set_level("DEBUG")
    server.otherwise(lambda _: says(reply(RELEASE, *DATES, subject=f"key {key}", reason=key)))

    [found] = classify(open_llm(api_key=key), read(RELEASE), reading="pairwise")

    written = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert key not in json.dumps(described(found)) + caplog.text
    assert key.encode() not in written
