"""Whom a change at a table is mailed to, and whose browsers are told, decided from the draft and stored with it.

Only who sits there and has confirmed an address is mailed, so where no mail is set up nothing is written. Whether there
is a mail depends only on what its reader is told: never on a step that they hear nothing of.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from sheepfold.core.contract import Seat
from sheepfold.play.notices import outbox
from sheepfold.play.notices.outbox import Kind, Reason
from sheepfold.play.terms import DAY, ChatLine, OfferKind, Status, TableId, UserId
from sheepfold.store import Transaction
from sheepfold.store.notices import mail_wishes
from sheepfold.store.notices.outbox import subscriptions_of

if TYPE_CHECKING:
    from sheepfold.play.tables.draft import Draft
    from sheepfold.play.tables.log import Entry, Person
    from sheepfold.play.tables.table import Table

ABSENT: Final = 660.0
"""Seconds for which who plays with an open page must have been away before they are mailed: it is noted only every ten
minutes that somebody is here."""
DIGEST_AT: Final = 6 * 3600.0
"""Seconds after midnight (UTC) at which whoever wants one mail a day gets it."""
PUZZLES_AT: Final = DIGEST_AT
"""The same of the puzzle of the day."""
TALK: Final = 60.0
"""Seconds after which talk is mailed that no move has taken along: who talks seldom says one thing alone."""
AT_ONCE: Final = frozenset({Reason.NAG, Reason.OVER, Reason.INVITED})
"""What does not wait for the daily mail."""


def note(tx: Transaction, draft: Draft) -> None:
    """Write down who is to be told of the draft by mail."""
    seated = _seated(draft)
    people = {person: _reason(draft, seat) for seat, person in seated.items() if person.mail or person.push}
    onlookers = [person for user, person in draft.table.subscribers.items() if person.mail and person not in people]
    people |= {person: _reason(draft, None) for person in onlookers}
    reasons = {person: reason for person, reason in people.items() if reason is not None}
    if reasons:
        tell(tx, draft.table.header.id, reasons, draft.now, hurried=draft.table.header.terms.clock.kind == "live")
    if draft.told:
        tell(tx, draft.table.header.id, draft.told, draft.now)


def tell(tx: Transaction, table: TableId, people: Mapping[Person, Reason], now: float, hurried: bool = False) -> None:
    """Have these people told of the table, as each of them wishes. ``hurried``: people are expected to sit at the board
    all the time, so only those who asked for it."""
    browsers: list[tuple[UserId, Reason]] = []
    wishes = mail_wishes.of(tx, table, [person.id for person in people])
    for person, reason in people.items():
        wish = wishes.get(person.id)
        wants, by_mail = (wish.wants, wish.by_mail) if wish else ("turns", False)
        if wants == "none" or (wants != "all" and (reason is Reason.NEWS or (hurried and not by_mail))):
            continue
        if person.push and reason is not Reason.NEWS:
            browsers.append((person.id, reason))
        if not person.mail:
            continue
        if person.mail == "daily" and reason not in AT_ONCE:
            digest(tx, person.id, now)
        else:
            _put(tx, table, person.id, reason, now)
    if browsers:
        push(tx, table, dict(browsers), now)


def push(tx: Transaction, table: TableId, people: Mapping[UserId, Reason], now: float) -> None:
    """Have every browser of these people told, each once."""
    for each in subscriptions_of(tx, people.keys()):
        key, reason = f"{Kind.PUSH} {each.id} {table}", people[each.user_id]
        outbox.put(tx, key, Kind.PUSH, now=now, user=each.user_id, table=table, reason=reason, content=str(each.id))


def digest(tx: Transaction, user: UserId, now: float) -> None:
    """Have somebody told once a day of all tables that wait for them."""
    due = (now - DIGEST_AT) // DAY * DAY + DAY + DIGEST_AT
    outbox.put(tx, f"{Kind.DIGEST} {user}", Kind.DIGEST, now=now, due=due, user=user)


def chat(tx: Transaction, table: Table, line: ChatLine, now: float) -> None:
    """Have those told of something said who read it in mails: whoever plays there by mail, or wants to hear all."""
    sitting = {info.user for info in table.seats}
    everybody = {**table.people, **table.subscribers}
    readers = [
        person
        for user, person in everybody.items()
        if user != line.user
        and person.mail == "each"
        and (user in table.subscribers or user in sitting)
        and (line.room == "table" or table.status is Status.OVER or user not in sitting)
    ]
    wishes = mail_wishes.of(tx, table.header.id, [person.id for person in readers])
    for person in readers:
        wish = wishes.get(person.id)
        if wish is not None and wish.wants != "none" and (wish.by_mail or wish.wants == "all"):
            _put(tx, table.header.id, person.id, Reason.TALK, now, now + TALK)


def _put(tx: Transaction, table: TableId, user: UserId, reason: Reason, now: float, due: float | None = None) -> None:
    key = f"{Kind.TABLE} {table} {user}"
    outbox.put(tx, key, Kind.TABLE, now=now, due=due, user=user, table=table, reason=reason)


def _seated(draft: Draft) -> dict[Seat, Person]:
    """Who sits where after the draft."""
    table = draft.table
    users = {info.seat: info.user for info in table.seats if info.user is not None}
    users |= {entry.seat or 0: json.loads(entry.text)["user"] for entry, _ in draft.lines if entry.kind == "sit"}
    people = table.people | draft.newcomers
    return {seat: people[user] for seat, user in users.items() if seat in draft.people and user in people}


def _reason(draft: Draft, seat: Seat | None) -> Reason | None:
    """Why a seat, or somebody who looks on, is told of the draft; None: it is their own doing, or they hear nothing."""
    table = draft.table
    over = draft.status is Status.OVER and table.status is not Status.OVER
    if seat is not None and seat in _doers(draft):
        return None
    if over:
        return Reason.OVER
    if draft.status is Status.RUNNING and table.status is Status.WAITING:
        return Reason.START
    if seat in draft.awaited - table.awaited:
        return Reason.TURN
    if any(entry.kind == "offer" for entry, _ in draft.lines):
        return Reason.OFFER
    if any(entry.kind == "decline" and table.offers[_proposed(entry)].by == seat for entry, _ in draft.lines):
        return Reason.REFUSED
    heard = any(step is None or any(told.reaches(seat) for told in step.told) for _, step in draft.lines)
    return Reason.NEWS if heard else None


def _proposed(entry: Entry) -> OfferKind:
    return OfferKind(json.loads(entry.text)["what"])


def _doers(draft: Draft) -> set[Seat | None]:
    """Whose doing it is. Who runs out of time does nothing, nor who is seated by whoever opens the table."""
    late = draft.outcome is not None and draft.outcome.reason == "forfeited"
    opened = any(entry.kind == "open" for entry, _ in draft.lines)
    return {
        entry.seat
        for entry, _ in draft.lines
        if not (late and entry.kind == "end")
        and not (opened and entry.kind == "sit" and json.loads(entry.text)["user"] != draft.opener)
    }
