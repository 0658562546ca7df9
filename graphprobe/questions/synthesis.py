"""From a conflict subgraph to a probe item: two matched questions, or the reasons why there are none.

The named-entity question states the subject, the clue-based one describes it by at least two other
attributes (ElephantBench, section 3.3); both ask for the contested attribute in the same words, so that the
difference of their scores isolates the effect of indirect identification.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from graphprobe.mining.catalogue import Catalogue
from graphprobe.mining.lexicon import FURNITURE
from graphprobe.questions.checks import CLUE_BASED, FORMULATIONS, NAMED_ENTITY, ProbeItem, check_item
from graphprobe.questions.clause_parts import NotAskable
from graphprobe.questions.clues import Clue, clues_of, describe
from graphprobe.questions.grounding import check_grounding
from graphprobe.questions.heads import DocumentTeller, Head, head_of, subject_kind, two_things
from graphprobe.questions.namesakes import PLACE, YEAR, YEARS, namesake_signs, own_place
from graphprobe.questions.reasons import Reason
from graphprobe.questions.shown import Passage
from graphprobe.questions.statement_form import SUBJECT
from graphprobe.questions.subgraph import Evidence, Subgraph
from graphprobe.questions.wording import Wording
from graphprobe.records import Status
from graphprobe.text.normalize import fold
from graphprobe.text.values import Kind
from graphprobe.text.words import tokens

_PLURAL = {"is": "are", "was": "were", "does": "do", "has": "have"}

RULES = "rules"
_CENSUS = re.compile(r"\b(?:1[6-9]|20)\d\d [Cc]ensus\b")
# What follows a name that stands alone: "the Nile is", but not "the Hajin subdistrict".
_BEHIND_A_NAME = (
    r"[.,;:)]|$|\s+(?:is|was|are|were|has|had|have|did|\w+ed|"
    r"in|on|of|at|to|and|by|from|with|for|which|that|who)\b"
)

StatementAsker = Callable[[Evidence], str]
"""Makes a question with ``{subject}`` from a statement, or raises :class:`NotAskable`."""


class NoForm(NotAskable):
    """A form of the question can't be made, for a reason that people are told as it is."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(reason.note(detail))


@dataclass(frozen=True, slots=True)
class Maker:
    """Who made or checked something: a model with a prompt, or rules."""

    model: str = RULES
    prompt: str = ""

    @property
    def method(self) -> str:
        """``rules`` or ``model``."""
        return RULES if self.model == RULES and not self.prompt else "model"


@dataclass(frozen=True, slots=True)
class Draft:
    """What was made of one conflict.

    Attributes:
        conflict: its id.
        questions: the question of each formulation.
        reasons: why it isn't fit for release; none when it is.
        makers: who made the question of each formulation; rules where nothing is said.
        checker: the model that found every answer in the documents; None: it wasn't asked.
        passages: what models quoted for the answers and clues.
        status: how asking models ended; whatever isn't ``ok`` is asked again on the next run.
        note: why the status isn't ``ok``.
    """

    conflict: str
    questions: dict[str, str] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()
    makers: dict[str, Maker] = field(default_factory=dict)
    checker: Maker | None = None
    passages: tuple[Passage, ...] = ()
    status: Status = Status.OK
    note: str = ""

    @property
    def fit(self) -> bool:
        """Whether both questions are there and nothing speaks against them."""
        return not self.reasons and len(self.questions) == len(FORMULATIONS)


def synthesize(
    subgraph: Subgraph,
    catalogue: Catalogue,
    wording: Wording,
    ask: StatementAsker,
    tell: DocumentTeller,
) -> Draft:
    """Makes both questions of a conflict and puts them through every check that needs no other item.

    Args:
        ask: makes a question from a statement when no template fits.
        tell: finds what the sentences of a text say of the subject.
    """
    grounding = check_grounding(subgraph.answers, subgraph.evidence, subgraph.texts)
    reasons = [Reason.UNGROUNDED.note(problem) for problem in grounding]
    kind = subject_kind(subgraph, catalogue, wording)
    head = head_of(subgraph, kind, catalogue, wording, tell)
    things = two_things(subgraph, kind, wording, tell)
    if things:
        reasons.append(Reason.TWO_THINGS.note(things))
    try:
        refuse_unnamed(subgraph, kind)
        template = question_template(subgraph, kind, catalogue, ask, head)
        template = in_time(template, shared_time(subgraph.evidence))
        questions = {
            NAMED_ENTITY: fill(agreeing(template, subgraph), named_subject(subgraph, kind, head, wording))
        }
    except NotAskable as refusal:
        return Draft(subgraph.conflict, reasons=(*reasons, _reason(refusal)))
    try:
        clues = clues_of(subgraph, catalogue, wording, tell, template, head)
        clues = choose_clues([c for c in clues if not (head and _repeats(head, c, wording))], head, wording)
        questions[CLUE_BASED] = fill(template, described_subject(head, clues, kind, wording))
    except NotAskable as refusal:
        reasons.append(_reason(refusal))
    item = ProbeItem(subgraph.names, tuple(answer.value for answer in subgraph.answers), questions)
    return Draft(
        subgraph.conflict, questions, tuple(dict.fromkeys(reasons + _new(check_item(item, wording), reasons)))
    )


def _repeats(head: Head, clue: Clue, wording: Wording) -> bool:
    """Whether a clue says what the head says: "the 1948 film released in 1948"."""
    said = set(tokens(head.text))
    years = {word for word in tokens(clue.phrase) if re.fullmatch(r"\d{4}", word)} & said
    _, *told = [word for word in tokens(clue.phrase) if word not in wording.auxiliaries] or [""]
    return head.text in clue.phrase or bool(years) or (bool(told) and said.issuperset(told))


def _reason(refusal: NotAskable) -> str:
    """The reason of a refusal; one that tells of grammar only is a detail."""
    known = isinstance(refusal, NoForm)
    return str(refusal) if known else Reason.NO_QUESTION.note(str(refusal))


def _new(problems: Sequence[str], reasons: Sequence[str]) -> list[str]:
    """The problems without a missing form, where a reason tells already why it's missing."""
    return [one for one in problems if not (reasons and one.startswith(Reason.MISSING_FORM.value))]


def refuse_unnamed(subgraph: Subgraph, kind: str) -> None:
    """Lets no subject pass that the documents don't name: "the squadron", a menu, a surname alone.

    Raises:
        NoForm: the subject has no name.
    """
    words = subgraph.subject.split()
    described = words[0] == "the" and all(word.islower() for word in words)
    furniture = sum(fold(word) in FURNITURE for word in words)
    said = [e.qualifiers for e in subgraph.evidence] + [fact.qualifiers for fact in subgraph.side_facts]
    known = any("subject_is" in qualifiers for qualifiers in said)
    surname = kind == "person" and len(words) == 1 and not known
    menu = furniture > max(1, len(words) / 3) or (len(words) == 1 and furniture and not known)
    if described or menu or surname:
        raise NoForm(Reason.UNNAMED)


def question_template(
    subgraph: Subgraph,
    kind: str,
    catalogue: Catalogue,
    ask: StatementAsker,
    head: Head | None = None,
) -> str:
    """The question with ``{subject}``: from the catalogue, else from the shortest statement that allows it.

    What kind of work a film is has been said by calling it one; what is left to ask is its genre.

    Raises:
        NotAskable: neither way gives a question.
    """
    said = subgraph.attribute == "medium" and head is not None and head.stated
    spec = catalogue.get("genre" if said else subgraph.attribute)
    template = spec.question(kind) if spec else nominal_template(subgraph)
    if template:
        return template
    refusals = []
    for evidence in sorted(subgraph.evidence, key=lambda e: (len(e.statement), e.document, e.start)):
        try:
            return ask(evidence)
        except NotAskable as refusal:
            refusals.append(str(refusal))
    raise NotAskable(refusals[0] if refusals else "there is no statement to ask from")


def nominal_template(subgraph: Subgraph) -> str | None:
    """The question for a plain relation that no catalogue lists: "Who was the first owner of {subject}?"."""
    bound = re.fullmatch(r"(start|end) of (\w+ing\b.*)", subgraph.attribute)
    if bound and all(answer.value.kind is Kind.DATE for answer in subgraph.answers):
        return f"When did {SUBJECT} {'start' if bound[1] == 'start' else 'stop'} {bound[2]}?"
    if not re.fullmatch(r"(?:first|second|original|former|last) \w+", subgraph.attribute):
        return None
    people = all(answer.value.kind is Kind.PERSON for answer in subgraph.answers)
    return f"{'Who' if people else 'What'} was the {subgraph.attribute} of {SUBJECT}?"


def named_subject(subgraph: Subgraph, kind: str, head: Head | None, wording: Wording) -> str:
    """The subject's name, with its article, and with what it is when the corpus knows a namesake.

    A work is always named with what it is ("the album Interiors"), since its name may be that of anything.

    Raises:
        NotAskable: there is a namesake, and no fact tells the two apart.
    """
    signs = namesake_signs(subgraph, wording)
    if not signs and kind == "work" and head and head.stated:
        return work_name(subgraph, head)
    if not signs:
        return with_article(subgraph)
    if signs == [PLACE] and (place := own_place(subgraph)):
        return f"{with_article(subgraph)} in {place}"
    of_no_year = YEAR in signs and not (head and YEARS.search(head.text))
    if head is None or not head.stated or of_no_year or PLACE in signs:
        raise NoForm(Reason.NAMESAKE, f"of another {signs[-1]}")
    return f"the {head.text} {subgraph.subject}"


def work_name(subgraph: Subgraph, head: Head) -> str:
    """A work's name with its kind, unless the name says it already."""
    noun = head.noun.split()[-1]
    return with_article(subgraph) if noun in fold(subgraph.subject) else f"the {noun} {subgraph.subject}"


def with_article(subgraph: Subgraph) -> str:
    """The name as the documents have it within sentences: "oxygen", "the Nile"."""
    name = _within_sentences(subgraph)
    if fold(name).startswith("the "):
        return f"the{name[3:]}" if subgraph.entity_type != "WORK_OF_ART" else name
    pattern = re.compile(rf"(\w+)\s+{re.escape(name)}(?={_BEHIND_A_NAME})")
    before = [found.group(1) for text in subgraph.texts.values() for found in pattern.finditer(text)]
    articles = sum(word.lower() == "the" for word in before)
    enough = articles * 2 > len(before) and (articles > 1 or " " in name)
    return f"the {name}" if enough else name


def _within_sentences(subgraph: Subgraph) -> str:
    """The name, with a small first letter if it's never written with a capital after a small word."""
    name = subgraph.subject
    small = name[0].lower() + name[1:]
    texts = subgraph.texts.values()
    inside = sum(len(re.findall(rf"[a-z,] {re.escape(name)}(?!\w)", text)) for text in texts)
    lowered = sum(len(re.findall(rf"(?<!\w){re.escape(small)}(?!\w)", text)) for text in texts)
    return small if lowered and not inside else name


def described_subject(head: Head | None, clues: Sequence[Clue], kind: str, wording: Wording) -> str:
    """The subject as its clues describe it.

    Raises:
        NotAskable: nothing tells what the subject is.
    """
    if head is None:
        raise NoForm(Reason.NO_KIND)
    return describe(head, clues, kind, wording)


def choose_clues(clues: Sequence[Clue], head: Head | None, wording: Wording) -> list[Clue]:
    """The most telling clues, no more than wanted.

    Raises:
        NotAskable: they're too few, or together don't narrow the subject down.
    """
    by_verb = {tokens(re.sub("^(?:that|who) ", "", clue.phrase))[:2]: clue for clue in reversed(clues)}
    distinct = [clue for clue in clues if clue in by_verb.values()]
    stated = wording.weights["head"] if head is not None and head.stated else 0
    best: list[Clue] = []
    # What only one side says may be wrong with it, and tells its answer apart: only where it's needed.
    neutral = [clue for clue in distinct if len(clue.accounts) != 1]
    for some in (neutral, distinct):
        more = [clue for clue in some[wording.least_clues : wording.most_clues] if not clue.is_plain]
        chosen = [*some[: wording.least_clues], *more]
        if len(chosen) >= wording.least_clues and _weight(chosen) + stated >= wording.least_weight:
            return chosen
        best = max(best, chosen, key=len)
    if len(best) < wording.least_clues:
        raise NoForm(Reason.FEW_CLUES, f"{len(best)} of {wording.least_clues} clues")
    raise NoForm(Reason.VAGUE_CLUES)


def _weight(clues: Iterable[Clue]) -> int:
    return sum(clue.weight for clue in clues)


def fill(template: str, subject: str) -> str:
    """The template with its subject; a doubled article becomes one."""
    if subject.startswith("the "):
        template = re.sub(rf"\b[Tt]he {re.escape(SUBJECT)}", SUBJECT, template)
    question = template.replace(SUBJECT, subject)
    return question[0].upper() + question[1:]


def shared_time(evidence: Sequence[Evidence]) -> str:
    """The time for which every statement holds, or ""."""
    times = {fold(e.qualifiers.get("time", "")) for e in evidence}
    if len(times) == 1 and "" not in times:
        return evidence[0].qualifiers["time"]
    stated = [set(_CENSUS.findall(e.statement)) for e in evidence]
    shared = set.intersection(*stated) if stated else set()
    return shared.pop() if len(shared) == 1 else ""


def in_time(template: str, time: str) -> str:
    """The question about the time for which the facts hold: "What was the population of X in 2010?"."""
    if not re.search(r"\d{4}", time) or fold(time) in fold(template):
        return template
    past = re.sub(r"\bis\b", "was", re.sub(r"\bdoes\b", "did", template, count=1), count=1)
    preposition = "in" if time[-1].isdigit() else "as of the"
    return f"{past.removesuffix('?')} {preposition} {time}?"


def agreeing(template: str, subgraph: Subgraph) -> str:
    """The question with its verb in the plural where the statements say "... were" of the subject."""
    name = re.escape(subgraph.subject)
    if not any(re.search(rf"{name} (?:are|were|have)\b", e.statement) for e in subgraph.evidence):
        return template
    return re.sub(r"\b(?:is|was|does|has)\b", lambda found: _PLURAL[found.group()], template, count=1)
