"""Small word lists that the rules over parses share: negations, opposites, apparatus."""

from __future__ import annotations

NEGATIONS = frozenset(
    {"not", "n't", "n’t", "never", "no", "none", "nor", "neither", "nobody", "nothing", "nowhere", "cannot",
     "without", "failed", "refused", "denied", "lacks", "lacked", "excluding"}
)  # fmt: skip

_OPPOSITES = (
    ("after", "before"), ("include", "exclude"), ("positive", "negative"), ("positively", "negatively"),
    ("like", "unlike"), ("large", "small"), ("big", "small"), ("largest", "smallest"), ("good", "bad"),
    ("best", "worst"), ("well", "badly"), ("first", "last"), ("increase", "decrease"), ("rise", "fall"),
    ("grow", "shrink"), ("win", "lose"), ("success", "failure"), ("successful", "unsuccessful"),
    ("succeed", "fail"), ("male", "female"), ("man", "woman"), ("alive", "dead"), ("birth", "death"),
    ("major", "minor"), ("more", "less"), ("most", "least"), ("many", "few"), ("always", "never"),
    ("old", "young"), ("oldest", "youngest"), ("elder", "younger"), ("early", "late"), ("earlier", "later"),
    ("high", "low"), ("highest", "lowest"), ("long", "short"), ("longest", "shortest"), ("wide", "narrow"),
    ("public", "private"), ("legal", "illegal"), ("guilty", "innocent"), ("active", "inactive"),
    ("domestic", "foreign"), ("married", "single"), ("married", "unmarried"), ("praise", "criticize"),
    ("praise", "pan"), ("support", "oppose"), ("accept", "reject"), ("approve", "reject"), ("fictional", "real"),
    ("dark", "light"), ("light", "heavy"), ("begin", "end"), ("start", "finish"), ("open", "close"),
    ("above", "below"), ("over", "under"), ("inside", "outside"), ("within", "outside"), ("friend", "enemy"),
    ("northern", "southern"), ("eastern", "western"), ("urban", "rural"), ("permanent", "temporary"),
    ("safe", "dangerous"), ("rich", "poor"), ("strong", "weak"), ("common", "rare"), ("popular", "unpopular"),
)  # fmt: skip
_OPPOSITE_PAIRS = frozenset(frozenset(pair) for pair in _OPPOSITES)


def are_antonyms(a: str, b: str) -> bool:
    """Whether two lemmas are a pair of opposites."""
    return frozenset((a, b)) in _OPPOSITE_PAIRS


# Words that say that a date or number belongs to the page, not to what the page is about.
APPARATUS = frozenset(
    {"retrieved", "accessed", "archived", "archive", "updated", "edited", "modified", "published", "posted",
     "isbn", "issn", "doi", "oclc", "pp", "vol", "languages", "visits", "copyright", "cookies", "url",
     "identifier", "id", "references", "reference", "revision", "oldid", "permanent"}
)  # fmt: skip

# Verbs that say that someone made, had or did something, in classes of one meaning.
_PREDICATES = {
    "write": ("write", "pen", "author", "script", "co-write", "cowrite"),
    "direct": ("direct", "helm", "co-direct"),
    "produce": ("produce", "co-produce"),
    "create": ("create", "devise", "invent", "develop", "conceive", "design"),
    "compose": ("compose", "score"),
    "play": ("play", "portray", "star", "act", "perform", "appear", "co-star", "costar"),
    "sing": ("sing", "record"),
    "found": (
        "found",
        "establish",
        "form",
        "start",
        "set",
        "begin",
        "launch",
        "organize",
        "organise",
        "institute",
    ),
    "open": ("open", "inaugurate"),
    "build": ("build", "construct", "erect"),
    "finish": ("finish", "end", "complete", "conclude"),
    "locate": ("locate", "situate", "lie", "headquarter", "sit"),
    "release": ("release", "publish", "issue", "premiere", "debut", "air", "broadcast"),
    "bear": ("bear", "birth"),
    "die": ("die", "decease"),
    "marry": ("marry", "wed"),
    "kill": ("kill", "murder", "assassinate"),
    "win": ("win", "receive", "earn", "gain"),
    "own": ("own", "possess"),
    "buy": ("buy", "purchase", "acquire"),
    "film": ("film", "shoot"),
    "star": ("feature",),
    "visit": ("visit",),
    "discover": ("discover", "find"),
}
_CLASS_OF = {verb: name for name, verbs in _PREDICATES.items() for verb in verbs}

LIGHT_PREDICATES = frozenset({"have", "get", "come", "go", "be"})


def known_predicate(lemma: str) -> str | None:
    """The class of a verb's lemma, or None when it has none."""
    return _CLASS_OF.get(lemma)


def predicate_class(lemma: str) -> str:
    """The class of a verb's lemma, or the lemma when it has none."""
    return _CLASS_OF.get(lemma, lemma)


GENERIC_NOUNS = frozenset(
    {"person", "people", "man", "woman", "individual", "human", "character", "figure", "artist", "thing", "one",
     "place", "area", "location", "group", "work", "member", "part", "kind", "type", "state", "entity"}
)  # fmt: skip

_WORKS = {
    "film": ("film", "movie", "documentary"),
    "series": ("series", "show", "sitcom", "soap", "miniseries", "telenovela"),
    "record": ("album", "ep", "lp", "mixtape"),
    "song": ("song", "single"),
    "book": ("book", "novel", "novella", "novelette", "memoir"),
    "play": ("play", "musical", "opera"),
    "game": ("game",),
    "painting": ("painting",),
}
_WORK_OF = {noun: name for name, nouns in _WORKS.items() for noun in nouns}


def work_class(lemma: str) -> str | None:
    """The class of a noun that names a kind of work; works of different classes are different works."""
    return _WORK_OF.get(lemma)


GENRES = frozenset(
    {"action", "adventure", "comedy", "romantic", "romance", "drama", "thriller", "horror", "crime", "western", "noir",
     "musical", "documentary", "animated", "fantasy", "mystery", "war", "biographical", "historical", "spy", "espionage",
     "superhero", "sports", "family", "erotic", "psychological", "slasher", "satirical", "rock", "pop", "jazz", "country",
     "rap", "punk", "metal", "folk", "blues", "soul", "electronic", "classical", "gospel", "reggae", "disco", "techno"}
)  # fmt: skip

TITLES = frozenset(
    {"mr", "mrs", "ms", "dr", "sir", "dame", "st", "saint", "lord", "lady", "king", "queen", "prince", "princess",
     "count", "duke", "general", "captain", "president", "professor", "the", "of", "jr", "sr", "king's", "queen's"}
)  # fmt: skip


# Words of a sentence that takes something back instead of claiming it.
RETRACTIONS = frozenset(
    {"wrongly", "erroneously", "mistakenly", "incorrectly", "falsely", "correction", "corrected", "misstated", "myth"}
)

# Words that bound a state in time, so that another state may have come before or after it.
BOUNDS_IN_TIME = frozenset(
    {"until", "till", "since", "former", "formerly", "previously", "originally", "then", "now", "currently", "became",
     "become", "renamed", "moved", "replaced", "succeeded", "once"}
)  # fmt: skip
