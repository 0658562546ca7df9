"""The grounding check by a model: every answer is stated by a document, and all are of one and the same fact.

The second call of a conflict, made only for items that passed every other check (ElephantBench, section 3.3,
first stage of validation). An answer counts as supported when the model quotes a passage that stands in its
document and states the answer; the model's word alone isn't enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphprobe.llm import Answer, Ask, load_prompt
from graphprobe.llm.replies import GroundedAnswerReply, GroundingReply
from graphprobe.questions.checks import FORMULATIONS
from graphprobe.questions.reasons import Reason
from graphprobe.questions.shown import Passage, Shown
from graphprobe.questions.synthesis import Draft, Maker
from graphprobe.text.values import Value, parse_value
from graphprobe.text.words import states

PROMPT = load_prompt("grounding", GroundingReply)


def ask_for_grounding(draft: Draft, shown: Shown, strange: Sequence[str] = ()) -> Ask[GroundingReply]:
    """The question to a model about one item.

    Args:
        draft: the item.
        shown: its documents and accounts.
        strange: answers that a model read in the documents and that are no accounts.
    """
    values = labelled_values(shown, strange)
    stand_in = f"What is the {shown.subgraph.topic} of {shown.subgraph.subject}?"
    return Ask(
        draft.conflict,
        PROMPT,
        {
            "questions": {form: draft.questions.get(form, stand_in) for form in FORMULATIONS},
            "answers": {label: value.text for label, value in values.items()},
            "documents": shown.texts(),
        },
        check=lambda reply: "; ".join(reply_problems(reply, values, shown)),
        salvage=lambda reply: reply,  # what isn't supported by a passage counts as unsupported
    )


def labelled_values(shown: Shown, strange: Sequence[str]) -> dict[str, Value]:
    """The answers to check by label: the accounts, then those that are no accounts."""
    golds = {answer.id: answer.value for answer in shown.subgraph.answers}
    values = {label: golds[account] for label, account in shown.accounts.items()}
    kind = shown.subgraph.answers[0].value.kind
    return values | {f"x{number}": parse_value(text, kind) for number, text in enumerate(strange, 1)}


def reply_problems(reply: GroundingReply, values: dict[str, Value], shown: Shown) -> list[str]:
    """What is wrong with the form of a reply, in words for the model."""
    said = [answer.label.strip() for answer in reply.answers]
    problems = [f"there is no answer {label!r}" for label in said if label not in values]
    problems += [
        f"answer {label!r} must stand in the list once" for label in values if said.count(label) != 1
    ]
    problems += [
        f"the quote for {answer.label!r} isn't in its document, or doesn't state it: {answer.quote!r}"
        for answer in reply.answers
        if answer.supported and answer.label.strip() in values and not _passage(answer, values, shown)
    ]
    return problems


def with_grounding(
    draft: Draft, by_rules: Draft, answer: Answer[GroundingReply], shown: Shown, strange: Sequence[str] = ()
) -> Draft:
    """The draft after the check: fit still, or with what the model found.

    Args:
        draft: the item that was checked.
        by_rules: what rules made, which stands when there is no answer that can be used.
        answer: what the model answered.
        shown: what it had read.
        strange: the answers that are no accounts.
    """
    reply = answer.value
    if reply is None:
        return replace(by_rules, status=answer.status, note=answer.note)
    values = labelled_values(shown, strange)
    passages = {
        one.label.strip(): passage
        for one in reply.answers
        if one.supported and (passage := _passage(one, values, shown))
    }
    reasons = [
        Reason.UNSUPPORTED.note(repr(values[label].text)) for label in shown.accounts if label not in passages
    ]
    reasons += [
        Reason.OTHER_ANSWERS.note(repr(values[label].text))
        for label in passages
        if label not in shown.accounts
    ]
    same = {
        "another subject": reply.same_subject,
        "another attribute": reply.same_attribute,
        "another time, scope or definition": reply.same_fact_context,
    }
    apart = [what for what, is_same in same.items() if not is_same]
    if apart:
        reasons.append(Reason.NOT_ONE_FACT.note(f"{', '.join(apart)}: {reply.reason}"))
    if not reply.questions_valid:
        reasons.append(Reason.MISASKED.note(reply.reason))
    return replace(
        draft,
        reasons=tuple(reasons),
        checker=Maker(answer.model, answer.prompt),
        passages=(*draft.passages, *(p for label, p in sorted(passages.items()) if label in shown.accounts)),
    )


def _passage(answer: GroundedAnswerReply, values: dict[str, Value], shown: Shown) -> Passage | None:
    """The passage that a model quoted for an answer, if it stands in its document and states the answer."""
    label = answer.label.strip()
    place = shown.find(answer.document, answer.quote)
    if label not in values or place is None or not states(place[-1], [values[label]]):
        return None
    return Passage("grounding", shown.accounts.get(label, ""), *place)
