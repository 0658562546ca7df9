"""Conflicts: the facts of a contested slot, grouped into accounts (docs/architecture.md, "Mining", step 7).

A conflict edge says that two documents disagree on a slot. All edges of one slot make one conflict; slots
that an edge joins (two spellings of one subject) share it. Its accounts are groups of facts with values
that are compatible pair by pair: a vague value ("the 1970s") that fits two accounts belongs to neither, so
it can't glue 1975 to 1978. Documents of one near-duplicate group count as one source.

What differs from the accounts that were written before is kept as changes (:mod:`graphprobe.mining.changes`).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from itertools import combinations
from typing import Any, ClassVar

from graphprobe.graph import Graph
from graphprobe.mining.catalogue import catalogue
from graphprobe.mining.changes import MAJORITY, MINORITY, TIE, Standing, change_rows, changes_between, stamp
from graphprobe.mining.stage import Outcome, Row, Stage
from graphprobe.records import Status, content_id
from graphprobe.text.normalize import fold
from graphprobe.text.values import Value, Verdict, compare

PAGE = 200  # conflicts removed at once, with what is told of them


@dataclass(frozen=True, slots=True)
class Claim:
    """A fact as far as grouping needs it; ``voice`` is the near-duplicate group or else the document."""

    fact: str
    document: str
    voice: str
    value: Value


@dataclass(frozen=True, slots=True)
class Account:
    """Claims whose values are compatible, with the surface that says it best."""

    value: Value
    claims: tuple[Claim, ...]

    @property
    def documents(self) -> frozenset[str]:
        """Every document that reports the account."""
        return frozenset(claim.document for claim in self.claims)

    @property
    def n_sources(self) -> int:
        """Independent sources: near duplicates are one voice."""
        return len({claim.voice for claim in self.claims})


@dataclass(frozen=True, slots=True)
class Grouping:
    """The accounts of a conflict, strongest first, and the claims that fit none or several of them."""

    accounts: tuple[Account, ...]
    undecided: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class _Surface:
    """All claims that write one value in the same way."""

    key: str
    claims: tuple[Claim, ...]

    @property
    def value(self) -> Value:
        return self.claims[0].value


def group_claims(
    claims: Iterable[Claim], conflicts: Iterable[tuple[str, str]], supports: Iterable[tuple[str, str]] = ()
) -> Grouping:
    """Groups the claims of a contested slot into accounts.

    Only facts at the ends of a conflict edge found an account; other facts of the slot join one when their
    value is compatible with every member of it and with no member of another. Facts left over (another
    time or scope, a value too vague to take sides) are undecided.

    Args:
        claims: the facts of the slot, in any order.
        conflicts: pairs of fact ids joined by a conflict edge; such a pair is never put together.
        supports: pairs of fact ids joined by a support edge; such a pair counts as compatible where the
            values alone can't tell.

    Returns:
        The same grouping for every order of the arguments.
    """
    surfaces = _surfaces(claims)
    home = {claim.fact: surface.key for surface in surfaces for claim in surface.claims}
    opposed = _surface_pairs(conflicts, home)
    verdicts = _verdicts(surfaces, opposed, _surface_pairs(supports, home))
    founders = {key for pair in opposed for key in pair}
    groups, undecided = _assign(_precise_first(surfaces, verdicts), founders, verdicts)
    accounts = [Account(_best_value(group), _claims_of(group)) for group in groups]
    accounts.sort(key=lambda account: (-account.n_sources, -len(account.claims), fold(account.value.text)))
    return Grouping(tuple(accounts), _claims_of(undecided))


def sides(accounts: Sequence[Account]) -> list[str]:
    """``majority`` for the account with most sources, ``tie`` for several with as many, else ``minority``."""
    most = max((account.n_sources for account in accounts), default=0)
    leaders = sum(account.n_sources == most for account in accounts)
    leading = MAJORITY if leaders == 1 else TIE
    return [leading if account.n_sources == most else MINORITY for account in accounts]


def join_slots(edges: Iterable[tuple[str, str, str, str]]) -> dict[str, str]:
    """Maps each contested slot to the one that stands for all slots of its conflict.

    Two slots are of one conflict when an edge joins them (the subject's name is spelt in two ways), when
    edges of both rest on the same two values in the texts (one rule calls the attribute "date of birth",
    another "description"), or on one same value for the same attribute (one document's "Teresa" is
    another's "Mother Teresa"). An attribute of the catalogue stands for others, else the first slot by name.

    Args:
        edges: the slots of the two facts of each edge, and the places of their values.
    """
    parent: dict[str, str] = {}
    slot_at: dict[tuple[str, str], str] = {}  # the first slot at two places, or of an attribute at one place

    def root(slot: str) -> str:
        while parent.setdefault(slot, slot) != slot:
            parent[slot] = parent[parent[slot]]
            slot = parent[slot]
        return slot

    for slot, other, place, other_place in edges:
        attribute = _attribute(slot)
        places = ((place, other_place), (attribute, place), (attribute, other_place))
        for joined in (other, *(slot_at.setdefault(key, slot) for key in places)):
            first, second = sorted((root(slot), root(joined)), key=_standing)
            parent[second] = first
    return {slot: root(slot) for slot in parent}


def _standing(slot: str) -> tuple[bool, str]:
    return catalogue().get(_attribute(slot)) is None, slot


def _attribute(slot: str) -> str:
    return slot.rpartition(" | ")[2]


def conflict_id(slot: str) -> str:
    """Id of the conflict of a slot: it stays whatever documents join or leave."""
    return content_id("conflict", slot)


def _surfaces(claims: Iterable[Claim]) -> list[_Surface]:
    by_key: defaultdict[str, list[Claim]] = defaultdict(list)
    for claim in sorted(set(claims), key=lambda claim: (claim.document, claim.fact)):
        by_key[f"{claim.value.kind.value} {fold(claim.value.text)}"].append(claim)
    return [_Surface(key, tuple(members)) for key, members in sorted(by_key.items())]


def _surface_pairs(facts: Iterable[tuple[str, str]], home: Mapping[str, str]) -> set[frozenset[str]]:
    pairs = (frozenset((home[a], home[b])) for a, b in facts if a in home and b in home)
    return {pair for pair in pairs if len(pair) == 2}


def _verdicts(
    surfaces: Sequence[_Surface], opposed: set[frozenset[str]], agreeing: set[frozenset[str]]
) -> dict[frozenset[str], Verdict]:
    """How each two surfaces compare: edges first, then values, then what edges imply.

    What supports one end of a conflict edge opposes its other end.
    """
    implied = {a ^ b for a in agreeing for b in opposed if len(a & b) == 1}
    verdicts = {}
    for a, b in combinations(surfaces, 2):
        pair = frozenset((a.key, b.key))
        verdict = Verdict.INCOMPATIBLE if pair in opposed else compare(a.value, b.value).verdict
        if verdict is Verdict.UNSURE and pair in agreeing:
            verdict = Verdict.COMPATIBLE
        elif verdict is Verdict.UNSURE and pair in implied:
            verdict = Verdict.INCOMPATIBLE
        verdicts[pair] = verdict
    return verdicts


def _precise_first(
    surfaces: Sequence[_Surface], verdicts: Mapping[frozenset[str], Verdict]
) -> list[_Surface]:
    """Orders surfaces by how few others they're compatible with: what fits many says little."""
    friends = {
        a.key: sum(
            verdicts[frozenset((a.key, b.key))] is Verdict.COMPATIBLE for b in surfaces if b.key != a.key
        )
        for a in surfaces
    }
    return sorted(surfaces, key=lambda s: (friends[s.key], -len({c.voice for c in s.claims}), s.key))


def _assign(
    surfaces: Sequence[_Surface], founders: set[str], verdicts: Mapping[frozenset[str], Verdict]
) -> tuple[list[list[_Surface]], list[_Surface]]:
    groups: list[list[_Surface]] = []
    undecided: list[_Surface] = []
    ordered = [s for s in surfaces if s.key in founders] + [s for s in surfaces if s.key not in founders]
    for surface in ordered:
        fits = [group for group in groups if _with_all(surface, group, verdicts, Verdict.COMPATIBLE)]
        apart = [group for group in groups if _with_any(surface, group, verdicts, Verdict.INCOMPATIBLE)]
        if len(fits) == 1 and len(apart) == len(groups) - 1:
            fits[0].append(surface)
        elif surface.key in founders and len(apart) == len(groups):
            groups.append([surface])
        else:
            undecided.append(surface)
    return groups, undecided


def _with_all(
    surface: _Surface,
    group: Sequence[_Surface],
    verdicts: Mapping[frozenset[str], Verdict],
    wanted: Verdict,
) -> bool:
    return all(verdicts[frozenset((surface.key, member.key))] is wanted for member in group)


def _with_any(
    surface: _Surface,
    group: Sequence[_Surface],
    verdicts: Mapping[frozenset[str], Verdict],
    wanted: Verdict,
) -> bool:
    return any(verdicts[frozenset((surface.key, member.key))] is wanted for member in group)


def _claims_of(surfaces: Iterable[_Surface]) -> tuple[Claim, ...]:
    return tuple(claim for surface in surfaces for claim in surface.claims)


def _best_value(group: Sequence[_Surface]) -> Value:
    """The surface that becomes the account's value: the most precise one, then the one most sources use."""
    return min(group, key=_rank).value


def _rank(surface: _Surface) -> tuple[float, int, int, str]:
    voices = len({claim.voice for claim in surface.claims})
    return (_looseness(surface.value), -voices, len(surface.value.text), surface.key)


def _looseness(value: Value) -> float:
    """How wide the stated amount is, as written; what is said to be about it comes after all that isn't."""
    if not value.readings:
        return math.inf
    reading = value.readings[0]
    if reading.vague or reading.approximate:
        return math.inf
    if reading.low is None and reading.high is None:
        return 0.0
    if reading.low is None or reading.high is None:
        return math.inf
    return reading.high - reading.low + reading.grain


class Conflicts(Stage):
    """Groups the facts of contested slots into accounts.

    An item is a conflict: :meth:`begin` makes one for each group of slots that has a conflict edge and
    removes those that have none any more. It's pending while its facts, sources or edges differ from those
    that its accounts were made of, so a new document costs only the conflicts it touches. A document counts
    as fresh until a run has come to its end with the document's facts.
    """

    name: ClassVar[str] = "conflicts"
    items: ClassVar[str] = "conflicts"
    pending: ClassVar[str] = "mining/conflicts_pending"
    writes: ClassVar[tuple[str, ...]] = (
        "mining/conflicts_clear",
        "mining/conflicts_write",
        "mining/conflicts_accounts",
        "mining/conflicts_reports",
        "mining/changes_write",
    )
    status: ClassVar[str] = "mining/conflicts_status"
    follows: ClassVar[tuple[str, ...]] = ("facts", "relations")
    version: ClassVar[int] = 2

    def options(self) -> Mapping[str, object]:
        """Nothing to set: the values and the edges decide."""
        return {}

    def begin(self, graph: Graph) -> None:
        """Makes the conflicts that new edges call for and removes those without an edge."""
        found = (row for page in graph.pages("mining/conflicts_edges") for row in page)
        home = join_slots(tuple(edge) for row in found for edge in row["edges"] if all(edge))
        held = {row["key"]: row["slots"] for page in graph.pages("mining/conflicts_open") for row in page}
        changes = plan_changes(home, held)
        _remove(graph, changes.pop("mining/conflicts_remove"))
        for statement, rows in changes.items():
            if rows:
                graph.write(statement, rows)

    def parameters(self, graph: Graph) -> Mapping[str, Any]:  # noqa: ARG002
        """When the changes of this run are said to have happened."""
        return {"at": stamp(datetime.now(timezone.utc))}

    def load(self, graph: Graph, page: Sequence[Row]) -> Sequence[Row]:
        """Adds to each conflict how it stood before, and which of its documents are fresh."""
        before = _read_standings(graph, [row["key"] for row in page])
        named = {row["key"]: _documents(row, before.get(row["key"], {})) for row in page}
        fresh = _read_fresh(graph, set().union(*named.values()))
        return [
            {**row, "before": before.get(row["key"], {}), "fresh": named[row["key"]] & fresh} for row in page
        ]

    def finish(self, graph: Graph, fingerprint: str) -> None:  # noqa: ARG002
        """From here on, no document that this run has seen is fresh."""
        for page in graph.pages("mining/conflicts_unsettled"):
            graph.write("mining/conflicts_settle", page)

    def process(self, items: Sequence[Row]) -> list[Outcome]:
        """Groups the facts of each conflict."""
        return [_outcome(item) for item in items]


def plan_changes(home: Mapping[str, str], held: Mapping[str, Sequence[str]]) -> dict[str, list[Row]]:
    """What to write so that the graph holds exactly the conflicts of the contested slots.

    Args:
        home: each contested slot and the first slot of its group.
        held: each conflict id in the graph and the slots that it contests.

    Returns:
        Rows for each statement, none where nothing changed. A conflict is removed ``into`` the one that
        contests a slot of it now, if there is one.
    """
    wanted = {(conflict_id(first), slot): first for slot, first in home.items()}
    present = {(key, slot) for key, slots in held.items() for slot in slots}
    alive = {key for key, _ in wanted}
    return {
        "mining/conflicts_remove": [
            {
                "key": key,
                "into": next((conflict_id(home[slot]) for slot in sorted(slots) if slot in home), None),
            }
            for key, slots in sorted(held.items())
            if key not in alive
        ],
        "mining/conflicts_leave": [
            {"key": key, "slot": slot} for key, slot in sorted(present - set(wanted)) if key in alive
        ],
        "mining/conflicts_begin": [
            {"key": key, "home": wanted[key, slot], "slot": slot}
            for key, slot in sorted(set(wanted) - present)
        ],
    }


def _remove(graph: Graph, rows: Sequence[Row]) -> None:
    """Removes conflicts, and in the same transaction says that they went away."""
    for start in range(0, len(rows), PAGE):
        batch = rows[start : start + PAGE]
        before = _read_standings(graph, [row["key"] for row in batch])
        fresh = _read_fresh(graph, set().union(*(_documents({}, held) for held in before.values())))
        changes = [
            change
            for row in batch
            if row["key"] in before
            for change in _changes(row["key"], before[row["key"]], (), fresh, into=row["into"])
        ]
        steps = [
            ("mining/changes_write", changes),
            ("mining/conflicts_outdate", batch),
            ("mining/conflicts_remove", batch),
        ]
        graph.write_together(steps, at=stamp(datetime.now(timezone.utc)))


def _read_standings(graph: Graph, keys: Sequence[str]) -> dict[str, Row]:
    return {row["key"]: row for row in graph.read("mining/conflicts_standing", keys=keys)} if keys else {}


def _read_fresh(graph: Graph, documents: Iterable[str]) -> set[str]:
    ids = sorted(documents)
    return {row["key"] for row in graph.read("mining/conflicts_fresh", ids=ids)} if ids else set()


def _documents(pending: Row, before: Row) -> set[str]:
    """Documents that a conflict has claims of, or had accounts of."""
    claimed = {document for _, document, _, _ in pending.get("claims", ())}
    return claimed.union(*(account["documents"] for account in before.get("accounts", ())))


def _changes(
    key: str, before: Row, after: Sequence[Standing], fresh: Iterable[str], *, into: str | None = None
) -> list[Row]:
    """What happened to a conflict whose slot, subject and attribute stand in ``before``."""
    held = [
        Standing(
            account=account["id"],
            value=Value.from_json(account["value_json"]),
            side=account["side"],
            n_sources=account["n_sources"],
            documents=frozenset(account["documents"]),
        )
        for account in before.get("accounts", ())
    ]
    held.sort(key=lambda standing: (-standing.n_sources, fold(standing.value.text)))
    return change_rows(
        changes_between(held, after, set(fresh)),
        conflict=key,
        slot=before.get("slot", ""),
        subject=before.get("subject"),
        attribute=before.get("attribute"),
        earlier=before.get("n_changes", 0),
        into=into,
    )


def _outcome(item: Row) -> Outcome:
    claims = [
        Claim(fact, document, voice, Value.from_json(value))
        for fact, document, voice, value in item["claims"]
    ]
    edges: Mapping[str, list[tuple[str, str]]] = defaultdict(list)
    for kind, a, b in item["edges"]:
        edges[kind].append((a, b))
    grouping = group_claims(claims, edges["CONFLICTS_WITH"], edges["SUPPORTS"])
    ids = [_account_id(item["key"], account) for account in grouping.accounts]
    after = [
        Standing(key, account.value, side, account.n_sources, account.documents)
        for key, account, side in zip(ids, grouping.accounts, sides(grouping.accounts), strict=True)
    ]
    named = {name: item[name] for name in ("slot", "subject", "attribute")}
    whole = {
        "key": item["key"],
        "subject": item["subject"],
        "attribute": item["attribute"],
        "n_accounts": len(ids),
        "n_undecided": len(grouping.undecided),
        "seen": item["seen"],
    }
    rows = {
        "mining/conflicts_clear": [{"key": item["key"], "accounts": ids}],
        "mining/conflicts_write": [whole],
        "mining/conflicts_accounts": [_account_row(item["key"], standing) for standing in after],
        "mining/conflicts_reports": [
            {"key": claim.fact, "account": key}
            for key, account in zip(ids, grouping.accounts, strict=True)
            for claim in account.claims
        ],
        "mining/changes_write": _changes(item["key"], {**item["before"], **named}, after, item["fresh"]),
    }
    if len(ids) < 2:
        return Outcome(item["key"], Status.FILTERED, "the facts of its edges aren't in the graph", rows)
    return Outcome(item["key"], rows=rows)


def _account_id(conflict: str, account: Account) -> str:
    return content_id("account", conflict, account.value.kind.value, fold(account.value.text))


def _account_row(conflict: str, account: Standing) -> Row:
    return {
        "key": account.account,
        "conflict": conflict,
        "value": account.value.text,
        "value_kind": account.value.kind.value,
        "value_json": account.value.to_json(),
        "n_documents": len(account.documents),
        "n_sources": account.n_sources,
        "documents": sorted(account.documents),
        "side": account.side,
    }
