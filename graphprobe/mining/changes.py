"""What changed of a conflict from one run to the next, and which documents did it.

A conflict has accounts, each with its documents. Two such states of one conflict are compared whenever the
conflicts stage writes a new one; what differs becomes ``Change`` nodes in the same transaction, so that a
killed run neither loses a change nor tells it twice. Documents that only join an account, and leave the
majority where it was, are no change.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from enum import Enum
from typing import Any

from graphprobe.records import content_id
from graphprobe.text.values import Value, Verdict, compare

MAJORITY, MINORITY, TIE = "majority", "minority", "tie"


class ChangeKind(str, Enum):
    """What can happen to a conflict."""

    APPEARED = "appeared"
    GAINED_ACCOUNT = "gained_account"
    LOST_ACCOUNT = "lost_account"
    MAJORITY_CHANGED = "majority_changed"
    WENT_AWAY = "went_away"


@dataclass(frozen=True, slots=True)
class Standing:
    """One account as it stands: its value, its side, and who reports it."""

    account: str
    value: Value
    side: str
    n_sources: int
    documents: frozenset[str]


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that happened to a conflict.

    Attributes:
        kind: what happened.
        account: id of the account that was gained or lost, or that leads now; None where no single account
            is meant.
        before: the accounts there were, strongest first; none when there was no conflict.
        after: the accounts there are.
        documents: ids of the documents that did it, in order.
    """

    kind: ChangeKind
    account: str | None
    before: tuple[Standing, ...]
    after: tuple[Standing, ...]
    documents: tuple[str, ...]


def changes_between(
    before: Sequence[Standing], after: Sequence[Standing], fresh: Collection[str] = ()
) -> list[Change]:
    """What happened to a conflict between two states of its accounts.

    Fewer than two accounts are no conflict. The documents that did it are those whose reports differ (for an
    account that was gained or lost, its documents; for a new majority, those that joined or left an account
    in the lead), and of these only the fresh ones where there are any.

    Args:
        before: the accounts as last written, strongest first.
        after: the accounts as they are now, strongest first.
        fresh: ids of documents that came, or got another text, since the last run.
    """
    old, new = _contested(before), _contested(after)

    def change(kind: ChangeKind, moved: Iterable[str], account: str | None = None) -> Change:
        return Change(kind, account, old, new, _doers(moved, fresh))

    if not old or not new:
        reporters = {document for standing in (*old, *new) for document in standing.documents}
        kind = ChangeKind.APPEARED if new else ChangeKind.WENT_AWAY
        return [change(kind, reporters)] if old or new else []
    successors = match_accounts(old, new, fresh)
    found = [
        change(ChangeKind.GAINED_ACCOUNT, standing.documents, standing.account)
        for standing in new
        if standing.account not in successors.values()
    ]
    found += [
        change(ChangeKind.LOST_ACCOUNT, standing.documents, standing.account)
        for standing in old
        if standing.account not in successors
    ]
    leader, successor = _leader(old), _leader(new)
    if successor != (successors.get(leader, leader) if leader else None):
        found.append(change(ChangeKind.MAJORITY_CHANGED, _moved(old, new, successors), successor))
    return found


def match_accounts(
    before: Sequence[Standing], after: Sequence[Standing], fresh: Collection[str] = ()
) -> dict[str, str]:
    """Maps accounts to those that they have become: the same id, else a value that says the same.

    An account's id comes from the surface that states its value best, and so changes when a more precise
    surface joins ("1910" becomes "26 August 1910"). Values that can't be compared say the same when a
    document that isn't fresh reports both.
    """
    ids = {standing.account for standing in after}
    matched = {standing.account: standing.account for standing in before if standing.account in ids}
    pairs = sorted(
        (-len(old.documents & new.documents), old.account, new.account)
        for old in before
        for new in after
        if old.account not in matched and new.account not in matched and _say_the_same(old, new, fresh)
    )
    for _, old, new in pairs:
        if old not in matched and new not in matched.values():
            matched[old] = new
    return matched


def change_rows(
    changes: Iterable[Change],
    *,
    conflict: str,
    slot: str,
    subject: str | None,
    attribute: str | None,
    earlier: int,
    into: str | None = None,
) -> list[dict[str, Any]]:
    """Changes of one conflict as rows for ``mining/changes_write``.

    Args:
        changes: what happened, of one comparison.
        conflict: id of the conflict.
        slot: the slot that stands for it.
        subject: what the slot is about.
        attribute: what of it is contested.
        earlier: how many changes of this conflict the graph holds: a conflict that goes away as it came
            before is a new event, while the same event written twice has one id.
        into: id of the conflict that this one has become part of.
    """
    rows = []
    for change in changes:
        before, after = _as_json(change.before), _as_json(change.after)
        kind, account = change.kind.value, change.account
        rows.append(
            {
                "key": content_id("change", conflict, kind, account or "", before, after, str(earlier)),
                "kind": kind,
                "conflict": conflict,
                "slot": slot,
                "subject": subject,
                "attribute": attribute,
                "account": account,
                "before": before,
                "after": after,
                "into": into,
                "documents": list(change.documents),
            }
        )
    return rows


def stamp(moment: datetime) -> str:
    """A moment as changes keep it: ISO 8601 in UTC with milliseconds, so that later ones sort later."""
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds")


def _contested(accounts: Sequence[Standing]) -> tuple[Standing, ...]:
    return tuple(accounts) if len(accounts) > 1 else ()


def _doers(moved: Iterable[str], fresh: Collection[str]) -> tuple[str, ...]:
    ordered = sorted(moved)
    return tuple(document for document in ordered if document in fresh) or tuple(ordered)


def _leader(accounts: Sequence[Standing]) -> str | None:
    return next((standing.account for standing in accounts if standing.side == MAJORITY), None)


def _moved(before: Sequence[Standing], after: Sequence[Standing], successors: Mapping[str, str]) -> set[str]:
    """Documents that joined or left an account that leads, or shares the lead, before or after."""
    named = [(successors.get(old.account, old.account), old) for old in before]
    leading = {account for account, old in named if old.side != MINORITY}
    leading |= {new.account for new in after if new.side != MINORITY}
    was = {(account, document) for account, old in named for document in old.documents}
    now = {(new.account, document) for new in after for document in new.documents}
    return {document for account, document in was ^ now if account in leading}


def _say_the_same(old: Standing, new: Standing, fresh: Collection[str]) -> bool:
    verdict = compare(old.value, new.value).verdict
    if verdict is Verdict.UNSURE:
        return any(document not in fresh for document in old.documents & new.documents)
    return verdict is Verdict.COMPATIBLE


def _as_json(accounts: Sequence[Standing]) -> str:
    rows = [
        {"account": s.account, "value": s.value.text, "side": s.side, "n_sources": s.n_sources}
        for s in accounts
    ]
    return json.dumps(rows, ensure_ascii=False)
