"""Small word lists that the rules over parses share: negations, opposites, predicates, kinds of things.

Lists are closed classes and common words only; whatever isn't in them is treated as unknown, never as
different.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _class_of(classes: dict[str, str]) -> dict[str, str]:
    return {word: name for name, words in classes.items() for word in words.split()}


NEGATIONS = _words(
    """not n't n’t never no none nor neither nobody nothing nowhere cannot without failed refused denied
    lacks lacked excluding"""
)

_OPPOSITES = _words(
    """after:before include:exclude positive:negative positively:negatively like:unlike large:small big:small
    largest:smallest good:bad best:worst well:badly first:last increase:decrease rise:fall grow:shrink
    win:lose success:failure successful:unsuccessful succeed:fail male:female man:woman alive:dead birth:death
    major:minor more:less most:least many:few always:never old:young oldest:youngest elder:younger
    early:late
    earlier:later high:low highest:lowest long:short longest:shortest wide:narrow public:private legal:illegal
    guilty:innocent
    active:inactive domestic:foreign married:single married:unmarried praise:criticize
    praise:pan support:oppose accept:reject approve:reject fictional:real dark:light light:heavy begin:end
    start:finish open:close above:below over:under inside:outside within:outside friend:enemy
    northern:southern eastern:western
    urban:rural permanent:temporary safe:dangerous rich:poor strong:weak
    common:rare popular:unpopular"""
)
_OPPOSITE_PAIRS = frozenset(frozenset(pair.split(":")) for pair in _OPPOSITES)


def are_antonyms(a: str, b: str) -> bool:
    """Whether two lemmas are a pair of opposites."""
    return frozenset((a, b)) in _OPPOSITE_PAIRS


# Words that say that a date or number belongs to the page, not to what the page is about.
APPARATUS = _words(
    """retrieved accessed archived archive updated edited modified published posted isbn issn doi oclc pp vol
    languages visits copyright cookies url identifier id revision oldid permanent"""
)

# Words of menus, footers and forms. A sentence with several of them is the page's, not its author's.
FURNITURE = _words(
    """toggle sidebar menu navigation edit log login sign download pdf printable upload permanent shortened
    qr cite cookie cookies privacy disclaimers wikidata wikipedia talk contributions languages subscribe
    newsletter share print donate help search special random categories hidden terms copyright contact wiki
    add topic appearance tools export statement references reference imported retrieved password account
    read view history"""
)

# Words of a sentence that takes something back instead of claiming it.
RETRACTIONS = _words("wrongly erroneously mistakenly incorrectly falsely correction corrected misstated myth")

# Words that bound a state in time, so that another state may have come before or after it.
BOUNDS_IN_TIME = _words(
    """until till since former formerly previously originally then now currently became become renamed moved
    replaced succeeded once"""
)

# Verbs that say that someone made, had or did something, in classes of one meaning.
_PREDICATE_OF = _class_of(
    {
        "write": "write pen author script co-write cowrite",
        "direct": "direct helm co-direct",
        "produce": "produce co-produce",
        "create": "create devise invent develop conceive design",
        "compose": "compose score",
        "play": "play portray star act perform appear co-star costar",
        "sing": "sing record",
        "found": "found establish form start set begin launch organize organise institute",
        "open": "open inaugurate",
        "build": "build construct erect",
        "finish": "finish end complete conclude",
        "locate": "locate situate lie headquarter sit",
        "release": "release publish issue premiere debut air broadcast",
        "bear": "bear birth",
        "die": "die decease",
        "marry": "marry wed",
        "kill": "kill murder assassinate",
        "win": "win receive earn gain",
        "own": "own possess",
        "buy": "buy purchase acquire",
        "film": "film shoot",
        "star": "feature",
        "discover": "discover find",
    }
)

LIGHT_PREDICATES = _words("have get come go be")


def known_predicate(lemma: str) -> str | None:
    """The class of a verb's lemma, or None when it has none."""
    return _PREDICATE_OF.get(lemma)


def predicate_class(lemma: str) -> str:
    """The class of a verb's lemma, or the lemma when it has none."""
    return _PREDICATE_OF.get(lemma, lemma)


GENERIC_NOUNS = _words(
    """person people man woman individual human character figure artist thing one place area location group
    work member part kind type state entity"""
)

# What is said of people beside their nationality, in words that look like one.
CREEDS = _words(
    """catholic christian muslim islamic jewish protestant buddhist hindu orthodox anglican lutheran methodist
    baptist sikh atheist republican republicans democratic democrat conservative liberal labour communist
    socialist nationalist"""
)

TITLES = _words(
    """mr mrs ms dr sir dame st saint lord lady king queen prince princess count duke general captain
    president professor the of jr sr"""
)

_WORK_OF = _class_of(
    {
        "film": "film movie documentary",
        "series": "series show sitcom soap miniseries telenovela",
        "record": "album ep lp mixtape",
        "song": "song single",
        "book": "book novel novella novelette memoir",
        "play": "play musical opera",
        "game": "game",
        "painting": "painting",
    }
)


def work_class(lemma: str) -> str | None:
    """The class of a noun that names a kind of work; works of different classes are different works."""
    return _WORK_OF.get(lemma)


GENRES = _words(
    """action adventure comedy romantic romance drama thriller horror crime western noir musical documentary
    animated fantasy mystery war biographical historical spy espionage superhero sports family erotic
    psychological slasher satirical rock pop jazz country rap punk metal folk blues soul electronic classical
    gospel reggae disco techno"""
)

_LEVEL_OF = _class_of(
    {
        "country": "country nation",
        "region": "state province region",
        "county": "county district parish township",
        "settlement": "city town village hamlet capital municipality suburb borough",
        "water": "river stream lake sea bay",
        "height": "mountain hill peak volcano",
    }
)


def place_level(noun: str) -> str | None:
    """The level of a noun that names a kind of place; places of different levels are different places."""
    return _LEVEL_OF.get(noun)
