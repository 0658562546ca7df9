"""Why a conflict made no item: a sentence by which items are counted, and what it is in this case."""

from __future__ import annotations

import re
from enum import Enum

from graphprobe.text.normalize import one_line

RELEASED, PENDING = "released", "pending"

_SEPARATOR = "; "
_DETAIL = re.compile(r" \(.*", re.DOTALL)
_WITHOUT_ANSWER = frozenset({"refused", "empty", "truncated", "unparsed", "too_long"})


class Reason(str, Enum):
    """What keeps a conflict out of the release, as a sentence for people; none holds a parenthesis."""

    UNGROUNDED = "an answer isn't stated word for word in its document"
    TOO_FEW_ANSWERS = "there are fewer than two answers"
    SAME_ANSWERS = "two of the answers are the same"
    TWO_THINGS = "the accounts seem to be about two different things"
    NAMESAKE = "the corpus knows a namesake, and nothing tells the two apart"
    UNNAMED = "the documents never name what they speak of"
    NO_QUESTION = "no template fits, and no statement can be turned into a well-formed question"
    NO_KIND = "nothing says what the subject is, so it can't be described without its name"
    FEW_CLUES = "too little is known about the subject to describe it without its name"
    VAGUE_CLUES = "what is known about the subject could describe many others as well"
    MISSING_FORM = "one of the two forms of the question is missing"
    ILL_FORMED = "a question isn't well formed"
    HOLDS_ANSWER = "a question holds one of its answers"
    HINTS = "a question hints that there are several answers"
    NAMES_SUBJECT = "the clue question names its subject"
    REPEATED = "another item asks the same question"
    NOT_REAL = "a model that read the documents sees no contradiction"
    OTHER_ANSWERS = "a document gives an answer that is no account"
    NOT_NAMED = "the named question doesn't name its subject"
    INVENTED = "a question holds a name or number that no document has"
    LOOSE_CLUES = "fewer than two clues of the clue question stand in the documents"
    UNSUPPORTED = "the grounding check found no document that states an answer"
    NOT_ONE_FACT = "the grounding check found answers to different questions"
    MISASKED = "the grounding check found fault with the questions"
    NO_MODEL_ANSWER = "a model gave no answer that can be used, and by rules there is no question"

    def note(self, detail: str = "") -> str:
        """The reason with what it is in this case: "two of the answers are the same ('One', 'one')"."""
        line = one_line(detail)
        return f"{self.value} ({line})" if line else self.value


def join_notes(notes: list[str] | tuple[str, ...]) -> str:
    """All reasons of one conflict as one note."""
    return _SEPARATOR.join(notes)


def outcome_of(status: str, note: str, *, released: bool = False) -> str:
    """What became of a conflict, without the details of the case: what a funnel counts.

    Args:
        status: how the making of its questions ended.
        note: why they aren't fit, if so.
        released: whether they're fit, whatever became of the model that was to write or check them.
    """
    if released or status == "ok":
        return RELEASED
    if status == PENDING:
        return PENDING
    if status in _WITHOUT_ANSWER:
        return Reason.NO_MODEL_ANSWER.value
    return _DETAIL.sub("", note.split(_SEPARATOR)[0]) or status
