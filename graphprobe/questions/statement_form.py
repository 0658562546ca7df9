"""A question from the statement itself, for attributes that no catalogue lists.

The parsed clause that holds the value is turned into a question by the rules of English: the value (with its
preposition, or the noun that it counts) becomes the question phrase, the auxiliary moves before the subject
or "do" is put there, and what stood before the subject goes to the end. A clause that these rules don't
cover is refused with the reason; a stilted question is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphprobe.questions.wording import Wording
from graphprobe.text.normalize import entity_key
from graphprobe.text.values import Kind, Value

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

SUBJECT = "{subject}"

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_AUXILIARIES = frozenset({"aux", "auxpass"})
_OBJECTS = frozenset({"dobj", "attr", "oprd"})
_CLAUSES = frozenset({"ROOT", "conj"})
_LEFT_OUT = frozenset({"cc", "conj", "mark", "intj", "meta", "parataxis", "preconj"})
_OPEN_ENDS = frozenset({"ADP", "AUX", "CCONJ", "DET", "PART", "SCONJ"})
_PERSONS = frozenset({"he", "she"})
_PERSONAL = _PERSONS | {"his", "her"}
_IMPERSONAL = frozenset({"it", "its"})
_MEANT = _PERSONS | {"it"}
_THEIR = frozenset({"his", "her", "himself", "herself"})
_CLUTTER = ("\n", "|", "=", "“", "”", '"', "``", "''", "http", ":", ";", "?", "(", ")", "[", "known as")
_MOST_WORDS = 30
_MOST_PREDICATE_WORDS = 16
_BRACKETED = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")
_SPACE_BEFORE_MARK = re.compile(r"\s+(?=[,;:.?'’)]|n['’]t\b)")


class NotAskable(Exception):
    """The statement can't be turned into a good question; the message says why."""


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
    clause = _clause_of(span.root)
    noun = _subject_of(clause)
    asked = _asked(frozenset(token.i for token in span), span.root, value, clause, noun, wording)
    words = _subject_question(clause, asked) if asked.is_subject else _inverted(clause, noun, asked)
    return _with_place(_tidy(asked.phrase, words), subject, noun, wording)


def predicates(doc: Doc, names: Iterable[str], wording: Wording) -> list[tuple[int, int, str]]:
    """What a document says of a subject in plain clauses: start, end and words of each.

    "That crossed the Atlantic in 1492" or "whose engineer was Joseph Strauss" is such a clause. A sentence
    is about the subject when its grammatical subject is one of its names, the noun that a name ends in ("the
    bridge"), or a fitting pronoun (also a possessive one) right after a sentence about it. What stands beside
    the name says something too: an apposition, a relative clause, a participle.
    """
    keys = {entity_key(name) for name in names} - {""}
    nouns = {key.split()[-1] for key in keys if " " in key}
    pronouns: frozenset[str] = frozenset()
    found: list[tuple[int, int, str]] = []
    for sentence in doc.sents:
        found += _beside_names(sentence, keys, wording)
        noun = next((child for child in sentence.root.children if child.dep_ in _SUBJECTS), None)
        if noun is None:
            pronouns = frozenset()
            continue
        named = entity_key(_name_of(noun)) in keys or _is_bare_noun(noun, nouns)
        pronouns = _pronouns_after(noun, pronouns, named=named)
        if not pronouns:
            continue
        owned = "" if named or noun.lower_ in pronouns else _owned(noun)
        opening = f"whose {owned}" if owned else "that"
        for clause in (sentence.root, *_joined(sentence.root)):
            if not owned or clause == sentence.root:
                found += _clause_said(clause, noun.right_edge.i, opening, wording)
    return found


def _is_bare_noun(noun: Token, nouns: Iterable[str]) -> bool:
    """Whether a subject is "the bridge", for a name that ends in that noun."""
    words = _name_of(noun).casefold().split()
    return len(words) == 2 and words[0] in ("the", "this") and words[1] in nouns


def _joined(clause: Token) -> Iterator[Token]:
    """The verbs joined to a clause that share its subject."""
    for child in clause.children:
        if child.dep_ == "conj" and not any(t.dep_ in (*_SUBJECTS, "expl") for t in child.children):
            yield child


def _beside_names(sentence: Span, keys: set[str], wording: Wording) -> Iterator[tuple[int, int, str]]:
    """What stands beside a subject's name: "X, a town in Kent", "X, which spans the Thames"."""
    for noun in sentence:
        if noun.pos_ != "PROPN" or entity_key(_name_of(noun)) not in keys:
            continue
        for child in noun.children:
            if child.i < noun.i:
                continue
            if child.dep_ == "appos" and child.pos_ == "NOUN" and child.doc[child.left_edge.i].pos_ == "DET":
                yield from _words_said(child, list(child.subtree), "that was ", wording)
            elif child.dep_ == "relcl" and any(
                t.tag_ in ("WDT", "WP") and t.dep_ in _SUBJECTS for t in child.children
            ):
                yield from _clause_said(child, child.left_edge.i, "that", wording)
            elif child.dep_ == "acl" and child.tag_ == "VBN":
                yield from _words_said(child, _clause_words(child), "that was ", wording)


def _clause_said(clause: Token, after: int, opening: str, wording: Wording) -> Iterator[tuple[int, int, str]]:
    with suppress(NotAskable):
        words = _predicate_words(clause, after)
        phrase = _plain_phrase(words, wording)
        yield _start(words), _end(words), f"{opening} {phrase}"


def _words_said(
    head: Token, words: list[Token], opening: str, wording: Wording
) -> Iterator[tuple[int, int, str]]:
    """A noun or participle beside the name as a clause; "that was" leaves the time open."""
    with suppress(NotAskable):
        kept = _shortened(head, words)
        yield _start(kept), _end(kept), f"{opening}{_plain_phrase(kept, wording)}"


def _start(words: Sequence[Token]) -> int:
    return int(words[0].idx)


def _end(words: Sequence[Token]) -> int:
    return int(words[-1].idx) + len(words[-1])


def _pronouns_after(noun: Token, before: frozenset[str], *, named: bool) -> frozenset[str]:
    """The pronouns that mean the subject after a sentence with this noun; none when it's about another.

    A name in a text that hasn't called it "it" or "he" yet may be called either; a common noun is an "it".
    """
    if named:
        return _PERSONAL | _IMPERSONAL if noun.pos_ == "PROPN" else _IMPERSONAL
    for kind in (_PERSONAL, _IMPERSONAL):
        if {noun.lower_, _owner(noun)} & kind & before:
            return kind
    return frozenset()


def _owner(noun: Token) -> str:
    return next((child.lower_ for child in noun.children if child.dep_ == "poss"), "")


def _owned(noun: Token) -> str:
    return " ".join(_name_of(noun).split()[1:])


def _predicate_words(clause: Token, after: int) -> list[Token]:
    """The words of a clause behind its subject, if it says in plain words what is so."""
    if clause.pos_ not in ("VERB", "AUX"):
        raise NotAskable("the sentence has no verb")
    if any(token.dep_ == "neg" or token.tag_ == "MD" for token in clause.children):
        raise NotAskable("the clause doesn't say what is so")
    words = _shortened(clause, [token for token in _clause_words(clause) if token.i > after])
    first = next((token for token in words if token.pos_ != "ADV"), None)
    if first is None or first.pos_ not in ("VERB", "AUX") or first.tag_ in ("VBG", "VBN"):
        raise NotAskable("the clause is cut off")
    return words


def _shortened(head: Token, words: list[Token]) -> list[Token]:
    """The words without the last adverbials and clauses, until they're few enough to read."""
    for child in sorted(head.children, key=lambda token: -token.i):
        if len(words) <= _MOST_PREDICATE_WORDS:
            break
        if child.i > head.i and child.dep_ in ("prep", "advcl", "npadvmod", "relcl", "acl", "agent", "appos"):
            words = _without(words, {token.i for token in child.subtree})
    while words and words[-1].is_punct:
        words = words[:-1]
    return words


def _plain_phrase(words: Sequence[Token], wording: Wording) -> str:
    """Words as text, if a reader who sees nothing else can understand them."""
    phrase = re.split(r",? (?:which|where) ", _clean("".join(token.text_with_ws for token in words)))[0]
    if not 2 <= len(phrase.split()) <= _MOST_PREDICATE_WORDS:
        raise NotAskable("the clause is no plain predicate")
    if words[-1].pos_ in _OPEN_ENDS or any(mark in phrase for mark in _CLUTTER):
        raise NotAskable("the clause is cut off")
    _refuse_pointing(phrase, wording, allowed=_THEIR | {"its"})
    return phrase


def _name_of(noun: Token) -> str:
    return "".join(token.text_with_ws for token in _without(noun.subtree, _aside(noun))).strip()


def _clause_of(token: Token) -> Token:
    """The verb whose clause the token is in: the main verb of the sentence, or one coordinated with it."""
    for ancestor in [token, *token.ancestors]:
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


def _subject_of(clause: Token) -> Token:
    """The head of the subject, or of that of the first clause when a second one shares it."""
    for verb in (clause, clause.head):
        for child in verb.children:
            if child.dep_ in _SUBJECTS:
                if child.pos_ == "PRON" and child.lower_ not in _MEANT:
                    raise NotAskable("the subject is a pronoun")
                return child
    raise NotAskable("the clause has no subject")


def _aside(noun: Token) -> set[int]:
    """Appositions and non-restrictive clauses of a noun, with what encloses them."""
    out: set[int] = set()
    for child in noun.children:
        if (
            child.dep_ in ("appos", "relcl", "acl")
            and child.i > noun.i
            and child.doc[child.left_edge.i - 1].is_punct
        ):
            out |= {token.i for token in child.subtree}
        elif child.dep_ == "punct" and child.text in ",()[]":
            out.add(child.i)
    return out


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
        return _Asked(
            _noun_word(value, wording).capitalize(), frozenset(t.i for t in noun.subtree), is_subject=True
        )
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
    if noun.head != clause or noun.dep_ not in (_SUBJECTS | _OBJECTS):
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
    words = _without(_clause_words(clause), set(asked.tokens))
    before = [token for token in words if token.i < min(asked.tokens)]
    return [*_texts(token for token in words if token not in before), *_moved(before)]


def _inverted(clause: Token, noun: Token, asked: _Asked) -> list[str]:
    """The clause with its auxiliary before the subject: "did Leakey discover the footprints"."""
    subjects = _without(noun.subtree, _aside(noun))
    gone = set(asked.tokens) | {token.i for token in noun.subtree}
    words = _without(_clause_words(clause), gone)
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


def _clause_words(clause: Token) -> list[Token]:
    """The words of a clause without coordinated clauses, conjunctions, and the marks that close it."""
    out: set[int] = set()
    for child in clause.children:
        if child.dep_ in _LEFT_OUT or (child.dep_ == "advmod" and child.i == clause.left_edge.i):
            out |= {token.i for token in child.subtree}
    words = _without(clause.subtree, out)
    while words and words[-1].is_punct and words[-1].text not in ")\"'”":
        words.pop()
    while words and words[0].is_punct and words[0].text not in "(\"'“":
        words.pop(0)
    return words


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
    if subjects[0].lower_ in _MEANT:
        return [f"{SUBJECT} "]
    texts = [token.text_with_ws for token in subjects]
    if subjects[0].pos_ == "DET":
        texts[0] = texts[0].lower()
    if texts and not texts[-1].endswith(" "):
        texts[-1] += " "
    return texts


def _texts(tokens: Iterable[Token]) -> list[str]:
    return [token.text_with_ws for token in tokens]


def _without(tokens: Iterable[Token], gone: set[int]) -> list[Token]:
    return [token for token in tokens if token.i not in gone]


def _tidy(phrase: str, words: Sequence[str]) -> str:
    question = f"{phrase} {_clean(''.join(words))}"
    if len(question.split()) > _MOST_WORDS:
        raise NotAskable("the question would be too long")
    return f"{question}?"


def _with_place(question: str, subject: str, noun: Token, wording: Wording) -> str:
    """The question with the name's place marked; refused when it points at what the reader doesn't see.

    "He" of a statement about a person is the person, and "his" after the person's name is the person's.
    """
    pattern = re.compile(rf"(?<!\w){re.escape(subject)}(?!\w)", re.IGNORECASE)
    template = pattern.sub(SUBJECT, question)
    if template == question and noun.pos_ == "NOUN" and _name_of(noun).casefold() == f"the {noun.lower_}":
        template = question.replace(f"the {noun.text}", SUBJECT)  # "the house" alone means what all is about
    if template.count(SUBJECT) != 1:
        raise NotAskable("the question doesn't name its subject once")
    person = noun.lower_ in _PERSONS or (noun.pos_ == "PROPN" and noun.text in subject)
    _refuse_pointing(template, wording, allowed=_THEIR | {"its"} if person else frozenset())
    return template


def _refuse_pointing(text: str, wording: Wording, allowed: frozenset[str]) -> None:
    pointing = (set(re.findall(r"[a-z]+", text.lower())) & wording.pointing_words) - allowed
    if pointing:
        raise NotAskable(f"the question points at something unseen: {', '.join(sorted(pointing))}")


def _clean(text: str) -> str:
    """Text of one line without brackets and without spaces before marks."""
    body = _BRACKETED.sub("", " ".join(text.split()))
    return _SPACE_BEFORE_MARK.sub("", body).strip(" ,;:.")
