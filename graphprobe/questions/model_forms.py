"""Both forms of a question in a model's words, held to what the documents say.

One call a conflict: the model reads the accounts and the documents of the subgraph, and gives two
questions, the passages behind their clues, and every answer with the passages that state it (ElephantBench,
section 3.3). What it says counts only as far as code can follow it: a quote stands in its document, a
question holds no answer, no hint and no name or number from elsewhere. What fails is asked about once more
and then left out; the question by rules takes its place where that one passes. Accounts stay what the graph
has: a model can't add an answer, only show that one is missing, which keeps the item from the release.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from graphprobe.llm import Answer, Ask, load_prompt
from graphprobe.llm.replies import AnswerReply, QuestionsReply
from graphprobe.questions.checks import (
    CLUE_BASED,
    FORMULATIONS,
    NAMED_ENTITY,
    check_golds,
    check_question,
)
from graphprobe.questions.grounding import check_grounding
from graphprobe.questions.reasons import Reason
from graphprobe.questions.shown import Passage, Shown
from graphprobe.questions.subgraph import Subgraph
from graphprobe.questions.synthesis import Draft, Maker
from graphprobe.questions.wording import Wording
from graphprobe.text.values import Kind, Value, Verdict, compare, parse_value
from graphprobe.text.words import contains, states, telling_words, tokens

PROMPT = load_prompt("questions", QuestionsReply)

_LEAST_LETTERS = 4
"""A shorter word that a question and a passage share says nothing."""


def ask_for_forms(shown: Shown, wording: Wording) -> Ask[QuestionsReply]:
    """The question to a model about one conflict."""
    subgraph = shown.subgraph
    values = {answer.id: answer.value.text for answer in subgraph.answers}

    def problems(reply: QuestionsReply) -> str:
        return "; ".join(Reading(reply, shown, wording).problems())

    return Ask(
        subgraph.conflict,
        PROMPT,
        {
            "subject": subgraph.subject,
            "attribute": subgraph.topic,
            "accounts": {label: values[account] for label, account in shown.accounts.items()},
            "documents": shown.texts(),
        },
        check=problems,
        salvage=lambda reply: reply,  # a reading uses of it what can be used
    )


def model_may_help(subgraph: Subgraph) -> bool:
    """Whether the answers are sound, so that only the questions are open."""
    golds = [answer.value for answer in subgraph.answers]
    return not (check_golds(golds) or check_grounding(subgraph.answers, subgraph.evidence, subgraph.texts))


def with_model_forms(
    draft: Draft, answer: Answer[QuestionsReply], shown: Shown, wording: Wording
) -> tuple[Draft, tuple[str, ...]]:
    """The draft of rules with a model's forms where they pass, and the answers that no account has.

    Args:
        draft: what rules made.
        answer: what the model answered.
        shown: what it had read.
        wording: words and limits of questions.
    """
    if answer.value is None:
        return replace(draft, status=answer.status, note=answer.note), ()
    reading = Reading(answer.value, shown, wording)
    if not answer.value.keep:
        reason = Reason.NOT_REAL.note(f"{answer.model}: {answer.value.reason}")
        return replace(draft, reasons=(reason,)), ()
    maker = Maker(answer.model, answer.prompt)
    questions, makers, missing = {}, {}, []
    for formulation in FORMULATIONS:
        question, problems = reading.question(formulation), reading.form_problems(formulation)
        by_rules = draft.questions.get(formulation)
        if not problems:
            questions[formulation], makers[formulation] = question, maker
        elif by_rules and not _problems_by_rules(formulation, by_rules, shown.subgraph, wording):
            questions[formulation] = by_rules
        else:
            missing += problems
    if not makers:
        return replace(draft, reasons=tuple(dict.fromkeys((*draft.reasons, *missing)))), reading.strange
    made = replace(
        draft,
        questions=questions,
        reasons=tuple(missing),
        makers=makers,
        passages=(*reading.answer_passages, *reading.clue_passages),
    )
    return made, reading.strange


def _problems_by_rules(formulation: str, question: str, subgraph: Subgraph, wording: Wording) -> list[str]:
    golds = [answer.value for answer in subgraph.answers]
    return check_question(formulation, question, subgraph.names, golds, wording)


@dataclass(frozen=True)
class Reading:
    """A reply next to what the model had read: what of it holds, and what is wrong with the rest."""

    reply: QuestionsReply
    shown: Shown
    wording: Wording

    def problems(self) -> list[str]:
        """What is wrong with the reply, in words for the model; nothing when it keeps no question."""
        if not self.reply.keep:
            return []
        found = [problem for form in FORMULATIONS for problem in self.form_problems(form)]
        quotes = [
            p.quote for a in self.reply.answers for p in a.evidence if not self._found(p.document, p.quote)
        ]
        found += [f"this isn't in its document word for word: {quote!r}" for quote in dict.fromkeys(quotes)]
        found += [
            f"the account {gold.text!r} is not among the answers, or no passage of its states it"
            for account, gold in self._golds.items()
            if account not in {passage.account for passage in self.answer_passages}
        ]
        return list(dict.fromkeys(found))

    def question(self, formulation: str) -> str:
        """The question of a form, on one line."""
        written = self.reply.named_entity if formulation == NAMED_ENTITY else self.reply.clue_based
        return " ".join(written.split())

    def form_problems(self, formulation: str) -> list[str]:
        """Why the question of a form can't be used; none when it can."""
        question, subgraph = self.question(formulation), self.shown.subgraph
        if not question:
            return [Reason.MISSING_FORM.note(formulation)]
        golds = [*self._golds.values(), *(self._value(answer) for answer in self.reply.answers)]
        problems = check_question(formulation, question, subgraph.names, golds, self.wording)
        asked = tokens(question)
        if formulation == NAMED_ENTITY and not any(contains(asked, tokens(name)) for name in subgraph.names):
            problems.append(Reason.NOT_NAMED.note(f"{formulation}: {subgraph.subject!r}"))
        unknown = next((word for word in telling_words(question) if word not in self._known_words), "")
        if unknown:
            problems.append(Reason.INVENTED.note(f"{formulation}: {unknown!r}"))
        if formulation == CLUE_BASED and self._clues_used() < self.wording.least_clues:
            problems.append(Reason.LOOSE_CLUES.note(f"{formulation}: {self._clues_used()}"))
        return problems

    @cached_property
    def answer_passages(self) -> tuple[Passage, ...]:
        """Passages that stand in their document and state the account that they're given for."""
        return tuple(dict.fromkeys(self._answer_passages()))

    @cached_property
    def clue_passages(self) -> tuple[Passage, ...]:
        """Passages behind the clues that stand in their document."""
        found = (self._found(clue.document, clue.quote) for clue in self.reply.clues)
        return tuple(dict.fromkeys(Passage("clue", "", *place) for place in found if place))

    @cached_property
    def strange(self) -> tuple[str, ...]:
        """Answers that a passage states and that contradict every account."""
        golds = list(self._golds.values())
        stated = [answer for answer in self.reply.answers if any(self._stating(answer, answer.value))]
        values = [self._value(answer) for answer in stated]
        return tuple(dict.fromkeys(v.text for v in values if all(_contradict(v, gold) for gold in golds)))

    @cached_property
    def _golds(self) -> dict[str, Value]:
        return {answer.id: answer.value for answer in self.shown.subgraph.answers}

    @cached_property
    def _known_words(self) -> frozenset[str]:
        subgraph = self.shown.subgraph
        sources = [subgraph.topic, *subgraph.names, *subgraph.texts.values()]
        return frozenset(word for source in sources for word in tokens(source))

    def _answer_passages(self) -> Iterator[Passage]:
        for answer in self.reply.answers:
            account = self._account(answer)
            if account:
                for place in self._stating(answer, self._golds[account].text):
                    yield Passage("answer", account, *place)

    def _account(self, answer: AnswerReply) -> str:
        """The account that an answer is, or ""."""
        value, words = self._value(answer), tokens(answer.value)
        for account, gold in self._golds.items():
            if words == tokens(gold.text):
                return account
        for account, gold in self._golds.items():
            if compare(value, gold).verdict is Verdict.COMPATIBLE:
                return account
        return ""

    def _stating(self, answer: AnswerReply, value: str) -> Iterator[tuple[str, int, int, str]]:
        """Places of an answer's passages that hold a value."""
        wanted = parse_value(value, self._kind)
        for passage in answer.evidence:
            place = self._found(passage.document, passage.quote)
            if place and states(place[-1], [wanted]):
                yield place

    def _value(self, answer: AnswerReply) -> Value:
        return parse_value(answer.value, self._kind)

    @property
    def _kind(self) -> Kind:
        return next(iter(self._golds.values())).kind

    def _found(self, label: str, quote: str) -> tuple[str, int, int, str] | None:
        return self.shown.find(label, quote)

    def _clues_used(self) -> int:
        """How many passages say something that the clue question says and the named one doesn't."""
        told = _long_words(self.question(CLUE_BASED)) - _long_words(self.question(NAMED_ENTITY))
        return sum(bool(told & _long_words(passage.quote)) for passage in self.clue_passages)


def _long_words(text: str) -> set[str]:
    return {word for word in tokens(text) if len(word) >= _LEAST_LETTERS or word[0].isdigit()}


def _contradict(value: Value, gold: Value) -> bool:
    said, known = tokens(value.text), tokens(gold.text)
    overlap = contains(said, known) or contains(known, said)
    return not overlap and compare(value, gold).verdict is Verdict.INCOMPATIBLE
