"""A question from the statement itself, for attributes that no catalogue lists.

The parsed clause that holds the value is turned into a question by the rules of English: the value (with its
preposition, or the noun that it counts) becomes the question phrase, the auxiliary moves before the subject
or "do" is put there, and what stood before the subject goes to the end. A clause that these rules don't
cover is refused with the reason; a stilted question is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphprobe.questions.clause_parts import (
    SUBJECTS,
    THEIR,
    NotAskable,
    aside,
    clause_words,
    clean_phrase,
    name_of,
    refuse_pointing,
    without,
)
from graphprobe.questions.wording import Wording
from graphprobe.text.values import Kind, Value

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

SUBJECT = "{subject}"

_AUXILIARIES = frozenset({"aux", "auxpass"})
_OBJECTS = frozenset({"dobj", "attr", "oprd"})
_CLAUSES = frozenset({"ROOT", "conj"})
_PERSONS = frozenset({"he", "she"})
_RELATIVE = frozenset({"who", "which", "that"})
_MEANT = _PERSONS | {"it"}
_MOST_WORDS = 30


@dataclass(frozen=True, slots=True)
class _Asked:
    """The question phrase, the tokens that it replaces, and whether it's the subject of the clause."""

    phrase: str
    tokens: frozenset[int]
    is_subject: bool = False


def question_template(doc: Doc, value: Value, start: int, end: int, subject: str, wording: Wording) -> str:
    """A question with ``{subject}`` in the place of the subject's name.

    Args:
        doc: the parsed statement.
        value: the value to ask for.
        start, end: its place in the text of ``doc``.
        subject: the subject as the statement writes it.

    Raises:
        NotAskable: the rules don't cover the statement.
    """
    span = doc.char_span(start, end, alignment_mode="expand")
    if span is None or not len(span):
        raise NotAskable("the value isn't made of words of the statement")
    clause = _clause_of(span.root, subject)
    noun = _subject_of(clause)
    asked = _asked(frozenset(token.i for token in span), span.root, value, clause, noun, wording)
    words = _subject_question(clause, asked) if asked.is_subject else _inverted(clause, noun, asked)
    return _with_place(_tidy(asked.phrase, words), subject, noun, wording)


def _clause_of(token: Token, subject: str) -> Token:
    """The verb whose clause the token is in.

    It's the main verb of the sentence, one coordinated with it, or that of a relative clause about the
    subject: "X is a school which opened in 1955".
    """
    for ancestor in [token, *token.ancestors]:
        if ancestor.dep_ == "relcl" and _is_about(ancestor, subject):
            return ancestor
        if (
            ancestor.pos_ in ("VERB", "AUX")
            and ancestor.dep_ in _CLAUSES
            and ancestor.dep_ not in _AUXILIARIES
        ):
            if ancestor.dep_ == "conj" and ancestor.head.dep_ != "ROOT":
                break
            return ancestor
        if ancestor.dep_ in ("relcl", "advcl", "acl", "ccomp", "csubj", "parataxis", "appos", "conj", "dep"):
            break
    raise NotAskable("the value isn't in the main clause")


def _is_about(clause: Token, subject: str) -> bool:
    """Whether a relative clause tells of the subject: of its name, or of the noun that defines it."""
    if not any(child.dep_ in SUBJECTS and child.lower_ in _RELATIVE for child in clause.children):
        return False
    noun = clause.head
    if noun.dep_ == "attr" and noun.head.lemma_ == "be":
        noun = next((child for child in noun.head.children if child.dep_ in SUBJECTS), noun)
    return subject.casefold() in name_of(noun).casefold() and noun.pos_ == "PROPN"


def _subject_of(clause: Token) -> Token:
    """The head of the subject, or of that of the first clause when a second one shares it."""
    for verb in (clause, clause.head):
        for child in verb.children:
            if child.dep_ in SUBJECTS:
                if child.pos_ == "PRON" and child.lower_ not in _MEANT | _RELATIVE:
                    raise NotAskable("the subject is a pronoun")
                return child
    raise NotAskable("the clause has no subject")


def _asked(
    inside: frozenset[int],
    head: Token,
    value: Value,
    clause: Token,
    noun: Token,
    wording: Wording,
) -> _Asked:
    in_subject = head.i in {token.i for token in noun.subtree}
    if head.dep_ == "nummod" and head.head.i not in inside and value.kind is Kind.NUMBER:
        return _counted(head.head, inside, in_subject, clause)
    if in_subject:
        if head != noun:
            raise NotAskable("the value is only a part of the subject")
        word = _noun_word(value, wording)
        if word == "what":
            raise NotAskable("nothing tells whether to ask who or what")
        return _Asked(word.capitalize(), frozenset(t.i for t in noun.subtree), is_subject=True)
    if head.dep_ == "pobj":
        return _after_preposition(head, value, clause, wording)
    whole = inside | {token.i for token in head.subtree}
    if head.dep_ in ("npadvmod", "dobj", "attr") and value.kind is Kind.DATE and clause.lemma_ != "be":
        return _Asked("When", whole)
    if head.dep_ in ("npadvmod", "dobj") and value.kind is Kind.DURATION:
        return _Asked("How long", whole)
    if head.dep_ in _OBJECTS and value.kind is Kind.MONEY:
        return _Asked("How much", whole)
    if clause.lemma_ in ("be", "become") and value.kind in (Kind.CATEGORY, Kind.TEXT):
        raise NotAskable("what something is can be said in many ways")
    if head.dep_ in _OBJECTS and head.head == clause:
        return _Asked(_noun_word(value, wording).capitalize(), whole)
    raise NotAskable("the place of the value in the sentence has no question word")


def _counted(noun: Token, inside: frozenset[int], in_subject: bool, clause: Token) -> _Asked:
    if noun.dep_ == "pobj" and noun.head.head == clause and noun.head.lower_ in ("by", "with"):
        words = [token for token in noun.subtree if token.i not in inside and token.dep_ != "det"]
        words += [token for token in _against(noun) if token not in words]
        phrase = "".join(token.text_with_ws for token in words).strip()
        gone = frozenset(token.i for token in (*noun.head.subtree, *words)) | inside
        return _Asked(f"{noun.head.lower_.capitalize()} how many {phrase}", gone)
    if noun.head != clause or noun.dep_ not in (SUBJECTS | _OBJECTS):
        raise NotAskable("what the number counts is neither subject nor object")
    if noun.tag_ not in ("NNS", "NNPS") and noun.lower_ != "people":
        raise NotAskable("the number doesn't count things")
    words = [token for token in noun.subtree if token.i not in inside and token.dep_ != "det"]
    phrase = "How many " + "".join(token.text_with_ws for token in words).strip()
    return _Asked(phrase, frozenset(token.i for token in noun.subtree) | inside, is_subject=in_subject)


def _against(noun: Token) -> Sequence[Token]:
    """The other side of a tally: "to 40" of "80 votes to 40"."""
    words = list(noun.doc[noun.i + 1 : noun.i + 3])
    return words if len(words) == 2 and words[0].lower_ == "to" and words[1].like_num else ()


def _after_preposition(head: Token, value: Value, clause: Token, wording: Wording) -> _Asked:
    preposition = head.head
    if preposition.head != clause and preposition.head.dep_ != "xcomp":
        raise NotAskable("the preposition before the value doesn't belong to the verb")
    words = frozenset(token.i for token in preposition.subtree)
    name = preposition.lower_
    if value.kind is Kind.DATE and name in wording.when_prepositions:
        return _Asked("When", words)
    if value.kind is Kind.PLACE and name in wording.where_prepositions:
        return _Asked("Where", words)
    if value.kind is Kind.MONEY and name == "for":
        return _Asked("For how much", words)
    if value.kind is Kind.DURATION and name == "for":
        return _Asked("For how long", words)
    if value.kind is Kind.DATE:
        raise NotAskable("the date is a beginning or an end")
    asked = _noun_word(value, wording)
    if asked == "what":
        raise NotAskable("no question word asks for what stands behind the preposition")
    return _Asked(f"{name.capitalize()} {'whom' if asked == 'who' else asked}", words)


def _noun_word(value: Value, wording: Wording) -> str:
    word = wording.ask.get(value.kind.value)
    if not word:
        raise NotAskable(f"no question word asks for a {value.kind.value}")
    return word


def _subject_question(clause: Token, asked: _Asked) -> list[str]:
    """The clause as it stands, without its subject: "Who discovered the footprints"."""
    words = without(clause_words(clause), set(asked.tokens))
    before = [token for token in words if token.i < min(asked.tokens)]
    return [*_texts(token for token in words if token not in before), *_moved(before)]


def _inverted(clause: Token, noun: Token, asked: _Asked) -> list[str]:
    """The clause with its auxiliary before the subject: "did Leakey discover the footprints"."""
    subjects = without(noun.subtree, aside(noun))
    gone = set(asked.tokens) | {token.i for token in noun.subtree}
    words = without(clause_words(clause), gone)
    if any(token.dep_ == "neg" for token in clause.children):
        raise NotAskable("the statement is a negation")
    auxiliary = next(
        (t for t in words if t.dep_ in _AUXILIARIES and t.head == clause and t.i < clause.i), None
    )
    if clause.pos_ == "AUX" and auxiliary is None:
        auxiliary = clause
    before = [t for t in words if noun.head == clause and t.i < noun.left_edge.i]
    after = [t for t in words if t not in before]
    if auxiliary is not None:
        rest = _texts(t for t in after if t != auxiliary)
        return [auxiliary.text.lower() + " ", *_subject_texts(subjects), *rest, *_moved(before)]
    support, form = _do_support(clause)
    rest = [form + t.whitespace_ if t == clause else t.text_with_ws for t in after]
    return [support + " ", *_subject_texts(subjects), *rest, *_moved(before)]


def _do_support(verb: Token) -> tuple[str, str]:
    if verb.tag_ == "VBD":
        return "did", verb.lemma_
    if verb.tag_ in ("VBZ", "VBP"):
        return ("does" if verb.tag_ == "VBZ" else "do"), verb.lemma_
    raise NotAskable("the verb has no finite form")


def _moved(before: Sequence[Token]) -> list[str]:
    """What stood before the subject, for the end of the question."""
    words = [token for token in before if not (token.is_punct and token.text == ",")]
    if not words:
        return []
    if any(token.pos_ in ("VERB", "AUX") or token.is_punct for token in words):
        raise NotAskable("another clause stands before the subject")
    first = words[0].text if words[0].pos_ in ("PROPN", "NUM") else words[0].text.lower()
    return [" ", first + words[0].whitespace_, *(token.text_with_ws for token in words[1:])]


def _subject_texts(subjects: Sequence[Token]) -> list[str]:
    if subjects[0].lower_ in _MEANT | _RELATIVE:
        return [f"{SUBJECT} "]
    texts = [token.text_with_ws for token in subjects]
    if subjects[0].pos_ == "DET":
        texts[0] = texts[0].lower()
    if texts and not texts[-1].endswith(" "):
        texts[-1] += " "
    return texts


def _texts(tokens: Iterable[Token]) -> list[str]:
    return [token.text_with_ws for token in tokens]


def _tidy(phrase: str, words: Sequence[str]) -> str:
    question = f"{phrase} {clean_phrase(''.join(words))}"
    if len(question.split()) > _MOST_WORDS:
        raise NotAskable("the question would be too long")
    return f"{question}?"


def _with_place(question: str, subject: str, noun: Token, wording: Wording) -> str:
    """The question with the name's place marked; refused when it points at what the reader doesn't see.

    "He" of a statement about a person is the person, and "his" after the person's name is the person's.
    """
    pattern = re.compile(rf"(?<!\w){re.escape(subject)}(?!\w)", re.IGNORECASE)
    template = pattern.sub(SUBJECT, question)
    if template == question and noun.pos_ == "NOUN" and name_of(noun).casefold() == f"the {noun.lower_}":
        template = question.replace(f"the {noun.text}", SUBJECT)  # "the house" alone means what all is about
    if template.count(SUBJECT) != 1:
        raise NotAskable("the question doesn't name its subject once")
    person = noun.lower_ in _PERSONS or (noun.pos_ == "PROPN" and noun.text in subject)
    refuse_pointing(template, wording, allowed=THEIR | {"its"} if person else frozenset())
    return template
