"""Judges against people: figures by hand and by other libraries, several annotators, ungraded answers."""

from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.inter_rater import cohens_kappa

from graphprobe.analysis.agreement import Verdicts, agreement, to_json
from graphprobe.analysis.statistics import Estimate

CORRECT = ("correct", "incorrect")
OUTCOMES = ("complete", "partial", "failed")
WORDS = {"+": "correct", "-": "incorrect", ".": None, "c": "complete", "p": "partial", "f": "failed"}


def said(judge: str, human: str, annotators: list[str] | None = None) -> list[Verdicts]:
    """Answers to a question each: a letter an answer for the judge, for people, and for each annotator."""
    several = [[WORDS[letter] for letter in each] for each in zip(*(annotators or []), strict=True)]
    return [
        Verdicts(
            f"Question {number}?",
            WORDS[mine],
            WORDS[theirs],
            tuple(filter(None, several[number])) if annotators else (),
        )
        for number, (mine, theirs) in enumerate(zip(judge, human, strict=True))
    ]


def test_figures_by_hand() -> None:
    """Of ten, both say yes to four and no to three; people alone say yes to two, the judge alone to one.

    Observed .7, expected .6 * .5 + .4 * .5 = .5: kappa .4.
    """
    found = agreement(said("++++--+---", "++++++----"), CORRECT, resamples=300)

    assert (found.n, found.questions, found.unscored, found.ungraded) == (10, 10, 0, 0)
    assert found.confusion == ((4, 2), (1, 3))
    assert found.exact.value == pytest.approx(0.7)
    assert found.kappa.value == pytest.approx(0.4)
    assert (found.human_rate.value, found.judge_rate.value) == (0.6, 0.5)
    assert (found.alpha, found.alpha_with_judge, found.corrected) == (None, None, None)
    assert found.exact.low is not None
    assert found.exact.high is not None
    assert 0.3 < found.exact.low < 0.7 < found.exact.high <= 1


def test_three_outcomes_are_those_of_statsmodels() -> None:
    random = np.random.default_rng(2)
    people = random.choice(list("cpf"), 300, p=[0.4, 0.5, 0.1])
    judge = np.where(random.random(300) < 0.9, people, random.choice(list("cpf"), 300))

    found = agreement(said("".join(judge), "".join(people)), OUTCOMES, resamples=2000)

    theirs = cohens_kappa(np.array(found.confusion))
    assert found.kappa.value == pytest.approx(theirs.kappa)
    # Every answer is to a question of its own here, so the large-sample interval is about the same.
    assert (found.kappa.low, found.kappa.high) == pytest.approx(
        (theirs.kappa_low, theirs.kappa_upp), abs=0.015
    )
    assert found.exact.value == pytest.approx((judge == people).mean())


def test_answers_to_one_question_go_together() -> None:
    once = said("+-+--+-+", "+++--++-")
    copies = [row for row in once for _ in range(5)]
    alone, together = (agreement(rows, CORRECT, resamples=500) for rows in (once, copies))
    assert (together.n, together.questions) == (40, 8)
    assert together.exact == alone.exact


def test_questions_are_told_apart_by_their_words_alone() -> None:
    rows = [Verdicts(text, "correct", "correct") for text in ("Who won?", " who  WON?", "Who lost?")]
    assert agreement(rows, CORRECT, resamples=100).questions == 2


def test_unscored_answers_are_counted_and_left_out() -> None:
    found = agreement(said("+.-.", "++-."), CORRECT, resamples=100)
    assert (found.n, found.unscored, found.ungraded) == (2, 2, 0)
    assert found.exact.value == 1


def test_krippendorffs_example_as_annotators() -> None:
    """Krippendorff 2011, part A: ten units, alpha .095."""
    meg, owen = "fcffffffcf", "cccffcffff"
    found = agreement(said("c" * 10, "." * 10, [meg, owen]), OUTCOMES, resamples=200)
    assert found.alpha is not None
    assert found.alpha.value == pytest.approx(0.095, abs=0.0005)
    assert found.alpha_with_judge is not None
    assert found.alpha_with_judge.value is not None
    assert found.alpha_with_judge.value < found.alpha.value


def test_a_single_annotator_agrees_with_nobody() -> None:
    assert agreement(said("+-", "+-", ["+-"]), CORRECT, resamples=100).alpha is None
    found = agreement(said("+-+", "+-+", ["+-+", "+.+"]), CORRECT, resamples=100)
    assert found.alpha == Estimate(None)  # two units with two values, all the same


def test_the_corrected_rate_by_hand() -> None:
    """The cells of test_statistics: 4, 1, 2 and 3 of ten graded answers, 8 yes and 2 no of ten others."""
    graded = said("++++-++---", "+++++-----")
    rest = [Verdicts(f"Other {number}?", WORDS[letter], None) for number, letter in enumerate("++++++++--")]

    found = agreement([*graded, *rest], CORRECT, resamples=500)

    assert (found.n, found.ungraded) == (10, 10)
    assert found.human_rate.value == 0.5
    assert found.corrected is not None
    assert found.corrected.value == pytest.approx(0.547619, abs=1e-6)
    assert found.corrected.low is not None
    assert found.corrected.low < 0.547619


def test_ungraded_answers_make_the_corrected_rate_surer() -> None:
    random = np.random.default_rng(4)
    truth = random.random(2000) < 0.7
    judge = np.where(random.random(2000) < 0.95, truth, ~truth)
    letters = ["".join("+" if value else "-" for value in values) for values in (judge, truth)]

    found = agreement(said(letters[0], letters[1][:200] + "." * 1800), CORRECT, resamples=1000)

    assert found.corrected is not None
    width, alone = (
        estimate.high - estimate.low  # type: ignore[operator]
        for estimate in (found.corrected, found.human_rate)
    )
    assert width < 0.8 * alone
    assert found.corrected.value == pytest.approx(truth.mean(), abs=0.03)


def test_nothing_to_compare() -> None:
    found = agreement([], CORRECT)
    assert (found.n, found.exact, found.kappa) == (0, Estimate(None), Estimate(None))


def test_agreement_as_json() -> None:
    found = to_json(agreement(said("++--", "+---"), CORRECT, resamples=100))
    assert found["confusion"] == {
        "correct": {"correct": 1, "incorrect": 0},
        "incorrect": {"correct": 1, "incorrect": 2},
    }
    assert found["exact"]["value"] == 0.75
    assert found["alpha"] is None
