"""Words of a batch of texts, languages and quality."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphprobe.corpus.batch import Batch
from graphprobe.corpus.language import languages
from graphprobe.corpus.quality import FastTextQuality, TextStatistics, partition
from graphprobe.corpus.tokens import tokenize
from graphprobe.errors import ConfigError

NO_FASTTEXT = "fastText isn't installed (pip install 'graphprobe[quality]')"
PROSE = (
    "The bridge was opened in 1910 by the mayor. It is long and carries the road to the north. Many people "
    "have crossed it since that day, and some of them remember the flood that took the old one away. The "
    "county paid for the work, which was done by a firm from the coast."
)


def test_words_of_each_text() -> None:
    tokens = tokenize(["The Cat's 3rd “house” — in Wien.", "", "東京 is big\nshort line", "naïve café"])
    assert tokens.words.tolist() == [7, 0, 6, 2]
    assert tokens.solo.tolist() == [0, 0, 2, 0]
    # The.. Cat.. s.. 3rd house in Wien = 3 + 3 + 1 + 3 + 5 + 2 + 4 characters, and "'", "."
    assert tokens.characters[0] == 21 + 2
    assert tokens.letters[0] == 20
    assert tokens.letters[3] == 9


def test_words_are_known_by_their_letters_without_ascii_case() -> None:
    hashes = tokenize(["The house", "THE HOUSE!", "the horse", "Haus haus"]).hash.tolist()
    assert hashes[0:2] == hashes[2:4]
    assert hashes[1] != hashes[5]
    assert hashes[6] == hashes[7]


def test_informative_words_have_a_digit_or_a_capital_inside_a_sentence() -> None:
    text = "Yesterday Anna met 3 men. They said no.\nNothing"
    assert tokenize([text]).informative.tolist() == [
        False,
        True,
        False,
        True,
        False,
        False,
        False,
        False,
        False,
    ]


def test_prose_is_what_ends_as_a_sentence_or_is_long() -> None:
    text = "Home About Contact\nIt ends so.\n" + "word " * 12
    assert tokenize([text]).prose.tolist() == [False] * 3 + [True] * 3 + [True] * 12


def test_no_texts_and_texts_without_words() -> None:
    assert tokenize(["", "\n\n", "…"]).words.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (PROSE, "en"),
        (
            "Die Brücke wurde im Jahr 1910 eröffnet und ist noch heute die längste des Landes.",
            "de",
        ),
        (
            "Le pont a été inauguré en 1910 par le maire de la ville, et il reste le plus long du pays.",
            "fr",
        ),
        (
            "Broen blev åbnet i 1910, og den er stadig den længste i landet, så man kan komme til øen.",
            "da",
        ),
        ("Мост был открыт в 1910 году мэром города и до сих пор остаётся самым длинным в стране.", "ru"),
        ("東京は日本の首都であり、人口は約一千四百万人である。江戸時代から栄えている。", "ja"),
        ("الجسر افتتح في عام 1910 من قبل رئيس البلدية ولا يزال أطول جسر في البلاد حتى اليوم", "ar"),
        ("12 44 190 33 – 7 8 9 10", "und"),
    ],
)
def test_the_language_of_a_text(text: str, language: str) -> None:
    assert languages([text], tokenize([text])) == [language]


def score(text: str) -> float:
    return float(TextStatistics().scores(Batch.of([text]))[0])


def test_the_score_of_prose_is_near_one_and_of_other_things_lower() -> None:
    assert score(PROSE) > 0.95
    for other in (
        "Home | About | Contact | Login\nNews\nSport\nWeather\nTraffic",
        "buy cheap watches now " * 40,
        "12 14 15 16 22 81 " * 20,
        "### $$$ *** ~~~ x ###",
        "Login",
    ):
        assert score(other) < 0.6, other


def test_each_part_of_the_score_alone() -> None:
    """Ten words of English prose: only the length (10 / 50) is below 1, so Q = 0.2 ** (1 / 6)."""
    text = "It was the house that they had by the river."
    assert len(text.split()) == 10
    assert score(text) == pytest.approx(0.2 ** (1 / 6), abs=1e-6)


def test_a_text_of_another_language_is_not_measured_by_english_words() -> None:
    german = (
        "Die Brücke wurde im Jahr 1910 eröffnet und ist noch heute die längste des Landes, sagt der Rat. "
    )
    assert score(german + german.replace("Brücke", "Straße").replace("Jahr", "Winter")) > 0.85


def test_the_threshold_belongs_to_high() -> None:
    assert [partition(q, 0.5) for q in (0.49, 0.5, 0.51)] == ["low", "high", "high"]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small classifier with DCLM's labels, trained on the spot."""
    fasttext = pytest.importorskip("fasttext", reason=NO_FASTTEXT)
    folder = tmp_path_factory.mktemp("fasttext")
    lines = ["__label__hq the river and the bridge were old"] * 50 + [
        "__label__cc buy cheap watches now"
    ] * 50
    (folder / "train.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for _ in range(50):
        try:
            trained = fasttext.train_supervised(
                str(folder / "train.txt"), epoch=10, dim=16, wordNgrams=2, bucket=1000, verbose=0, thread=1
            )
            break
        except RuntimeError:  # this build sometimes trains on memory it hasn't set, and stops at a NaN
            continue
    else:
        pytest.skip("fastText couldn't train a model")
    trained.save_model(str(folder / "model.bin"))
    return folder / "model.bin"


def test_a_fasttext_model_scores_by_its_high_label(model: Path) -> None:
    texts = ["The river\nand the bridge", "buy cheap watches"]
    good, bad = FastTextQuality(model).scores(Batch.of(texts))
    assert good > 0.8
    assert bad < 0.2
    turned = FastTextQuality(model, "cc").scores(Batch.of(texts))
    assert turned.tolist() == pytest.approx([1 - good, 1 - bad], abs=0.01)


def test_a_label_the_model_hasnt_is_an_error_that_lists_its_labels(model: Path) -> None:
    with pytest.raises(ConfigError, match="__label__cc, __label__hq"):
        FastTextQuality(model, "good")


def test_a_file_that_is_no_model_and_no_file_are_errors(tmp_path: Path) -> None:
    pytest.importorskip("fasttext", reason=NO_FASTTEXT)
    (tmp_path / "a.bin").write_bytes(b"This is a letter.")
    with pytest.raises(ConfigError, match=r"a\.bin: not a fastText model"):
        FastTextQuality(tmp_path / "a.bin")
    with pytest.raises(ConfigError, match="no such quality model"):
        FastTextQuality(tmp_path / "b.bin")


def test_without_fasttext_the_remedy_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fasttext", None)
    (tmp_path / "a.bin").write_bytes(b"")
    with pytest.raises(ConfigError, match="pip install"):
        FastTextQuality(tmp_path / "a.bin")
