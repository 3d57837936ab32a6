"""Opening tables, and decisions about seats: which terms are valid, who may sit where, who may watch."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from sheepfold.bots import levels
from sheepfold.core.contract import Seat
from sheepfold.core.contract.bot import Thinking
from sheepfold.core.records.progress import AnyGame, Step, seat_range
from sheepfold.core.verdict import opposed
from sheepfold.core.words.prose import listed, shown
from sheepfold.games import SHELF, Shelf
from sheepfold.play.errors import BadRequest, Forbidden, NotNow
from sheepfold.play.people.users import name_key
from sheepfold.play.tables.access import has_key
from sheepfold.play.tables.draft import Draft
from sheepfold.play.tables.log import Person
from sheepfold.play.tables.moves import called_off, closed
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import DAY, Access, Clock, SeatInfo, Status, Terms, UserId
from sheepfold.play.time.clock import SOONEST
from sheepfold.store.tables import SeatRow

LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"


def new_id() -> str:
    """An address that nobody can guess: 55 bits, without letters that look alike."""
    return "".join(secrets.choice(LETTERS) for _ in range(11))


def check_terms(game: AnyGame, terms: Terms, person: Person, bots: tuple[str, ...], shelf: Shelf = SHELF) -> Terms:
    """The terms with every option spelled out. Raises OptionError, BadRequest, Forbidden."""
    options: Mapping[str, Any] = game.options.make(terms.options).to_json()
    if len(terms.seats) not in game.seats:
        raise BadRequest(f"{game.title} has {seat_range(game)} seats, not {len(terms.seats)}.")
    if sum(plan.kind == "me" for plan in terms.seats) > 1:
        raise BadRequest("You can take only one seat at a table.")
    for plan in terms.seats:
        if plan.name and plan.kind in ("open", "me"):
            raise BadRequest("Only a seat that is kept for a user or a bot has a name.")
        if plan.kind == "bot" and plan.name not in bots:
            there = f"there are {', '.join(bots)}" if bots else "no bots play here"
            raise BadRequest(f"There is no bot {shown(plan.name)!r}; {there}.")
    if all(plan.kind == "bot" for plan in terms.seats) and not terms.deal:
        raise BadRequest("Leave at least one seat for a person.")
    check_clock(terms.clock)
    check_thinking(game, terms, shelf)
    if terms.hurry and not any(level.hurries for level in levels(game, shelf)):
        raise BadRequest(f"The bots of {game.title} always move at full speed: they cannot hurry.")
    if terms.rated and person.guest:
        raise Forbidden("Rated games need an account: sign up first. You keep your games.")
    if terms.rated and not opposed(game, game.start(game.options.make(options), len(terms.seats)), len(terms.seats)):
        raise BadRequest("Nobody plays against anybody here, so the game cannot be rated.")
    return replace(terms, game=game.name, options=options)


def check_thinking(game: AnyGame, terms: Terms, shelf: Shelf) -> None:
    """Whether the table's bots can think as long as is wished. Raises BadRequest."""
    if terms.thinking is Thinking.USUAL:
        return
    able = [level.name for level in levels(game, shelf) if level.thinks]
    if not able:
        raise BadRequest(f"The bots of {game.title} move at once: they cannot think longer or shorter.")
    if not any(plan.kind == "bot" and plan.name in able for plan in terms.seats):
        raise BadRequest(f"Nobody sits here who can think longer or shorter than usual: that can {listed(able)}.")
    if terms.rated:
        raise BadRequest("In rated games bots think as long as usual.")


def check_clock(clock: Clock) -> None:
    match clock:
        case Clock("none", 0, 0, 0, 0):
            return
        case Clock("live", main, extra, 0, 0) if 10 <= main <= 6 * 3600 and 0 <= extra <= 600:
            return
        case Clock("days", main, 0, nag, total) if DAY // 24 <= main <= 30 * DAY:
            if (nag == 0 or SOONEST <= nag <= main) and (total == 0 or main <= total <= 366 * DAY):
                return
            raise BadRequest(
                "A reminder comes after an hour or later, but before the time for a move is over. The time for all"
                " moves is at least the time for one, and at most a year."
            )
    raise BadRequest(
        "A clock is none, or live (10 seconds to 6 hours each, 0 to 600 seconds more per move), "
        "or days (one hour to 30 days for every move)."
    )


def first_draft(
    table: Table,
    person: Person,
    guests: Mapping[Seat, Person] = MappingProxyType({}),
    past: Sequence[Step] = (),
) -> Draft:
    """A new table's first lines; it starts at once when nobody else is waited for. ``guests`` are seated by others;
    ``past``: what had happened before, where it is practice."""
    draft = Draft(table, table.header.opened_at)
    draft.note("open", user=person.id)
    plans = table.header.terms.seats
    own = next((seat for seat, plan in enumerate(plans, 1) if plan.kind == "me"), None)
    if own is not None:
        seated(draft, own, person.id)
    for seat, guest in guests.items():
        seated(draft, seat, guest.id, challenged=True)
    company = bool(draft.people) or table.header.terms.deal > 0
    if company and all(plan.kind in ("bot", "me") or seat in guests for seat, plan in enumerate(plans, 1)):
        draft.begin(past)
    return draft


def start(table: Table, user: UserId, now: float) -> Draft | None:
    """Starting a full table; None when it has begun."""
    if user != table.header.host:
        raise Forbidden("Only the player who opened the table can start the game.")
    if table.status is not Status.WAITING:
        return None
    if any(info.kind == "empty" for info in table.seats):
        raise NotNow("Some seats are still empty. The game starts when all are taken.")
    draft = Draft(table, now)
    draft.begin()
    return draft


def fill(table: Table, user: UserId, bot: str, now: float) -> Draft | None:
    """Bots on every seat that is empty, and the game begins; None when it has begun. Raises Forbidden, NotNow."""
    if user != table.header.host or table.seat_of(user) is None:
        raise Forbidden("Only the player who opened the table, and sits there, can fill it with bots.")
    if table.status is not Status.WAITING:
        return None
    if table.rated:
        raise NotNow("The result counts here, so bots cannot fill the table: open another one.")
    draft = Draft(table, now)
    for info in table.seats:
        if info.kind == "empty":
            draft.take_over(info.seat, bot)
    draft.begin()
    return draft


def sit(table: Table, person: Person, seat: Seat | None, invite: str | None, now: float) -> Draft | None:
    """Taking a seat, or coming back to it; None when the person sits there. The last one starts the
    game. Only for who may look at the table."""
    if seat is not None and not 1 <= seat <= len(table.seats):
        raise BadRequest(f"This table has seats 1 to {len(table.seats)}.")
    mine = table.seat_of(person.id)
    if mine is not None:
        return _back(table, mine, seat, now)
    if table.status is not Status.WAITING:
        raise NotNow("This game has begun: you can watch it.")
    if table.header.terms.rated and person.guest:
        raise Forbidden("Rated games need an account: sign up first. You keep your games.")
    chosen = _free_seat(table, person, seat, has_key(table, person.id, invite))
    draft = Draft(table, now)
    draft.newcomers[person.id] = person
    seated(draft, chosen, person.id)
    if all(info.kind != "empty" or info.seat == chosen for info in table.seats):
        draft.begin()
    return draft


def seated(draft: Draft, seat: Seat, user: UserId, *, challenged: bool = False) -> None:
    """A person sits down, in the log and in the list of seats; ``challenged``: others seated them."""
    draft.note("sit", seat, user=user, **({"challenged": True} if challenged else {}))
    draft.people = draft.people | {seat}
    draft.rows[seat] = SeatRow(user, True)


def _back(table: Table, mine: Seat, wanted: Seat | None, now: float) -> Draft | None:
    if wanted not in (None, mine):
        raise NotNow(f"You sit in seat {mine} already. Leave it first.")
    if not table.seat(mine).left or table.status is Status.OVER:
        return None
    draft = Draft(table, now)
    draft.note("back", mine)
    return draft


def _free_seat(table: Table, person: Person, wanted: Seat | None, key: bool) -> Seat:
    """The seat to take. Raises NotNow (taken) or Forbidden (not for this person)."""
    empty = [info for info in table.seats if info.kind == "empty" and wanted in (None, info.seat)]
    if not empty:
        raise NotNow("This seat is taken." if wanted else "All seats are taken.")
    own = [info for info in empty if _kept_for(table, info, person)]
    if own:
        return own[0].seat
    free = [info for info in empty if table.header.terms.seats[info.seat - 1].kind in ("open", "me")]
    if not free:
        raise Forbidden("This seat is kept for somebody else.")
    if table.header.terms.access is not Access.OPEN and not key:
        raise Forbidden("To sit here you need the invitation of one of the players.")
    return free[0].seat


def _kept_for(table: Table, info: SeatInfo, person: Person) -> bool:
    plan = table.header.terms.seats[info.seat - 1]
    return plan.kind == "user" and not person.guest and name_key(plan.name) == name_key(person.name)


def leave(table: Table, user: UserId, now: float) -> Draft | None:
    """Leaving a seat, or turning down the one that is kept for the user; None when there is nothing to leave. The last
    one to leave a waiting table closes it; so does who opened one and sits nowhere, as long as nobody came."""
    seat = table.seat_of(user)
    if seat is None and (kept := expected_at(table, user)) is not None:
        return _turned_down(table, kept, now)
    if user == table.header.host and table.status is Status.WAITING and not table.people_seats:
        return closed(table, now)
    if seat is None or table.status is Status.OVER or table.seat(seat).left:
        return None
    draft = Draft(table, now)
    draft.note("leave", seat)
    if table.status is Status.WAITING:
        kept = table.header.terms.seats[seat - 1].kind == "user"
        draft.people = draft.people - {seat}
        draft.rows[seat] = SeatRow(user if kept else None, False)
        if table.people_seats == {seat}:
            draft.end(called_off(seat))
    return draft


def expected_at(table: Table, user: UserId) -> Seat | None:
    """The empty seat that is kept for somebody at a table that waits; None: there is none."""
    person = table.people.get(user)
    if person is None or table.status is not Status.WAITING:
        return None
    empty = (info for info in table.seats if info.kind == "empty" and info.name and _kept_for(table, info, person))
    return next((info.seat for info in empty), None)


def _turned_down(table: Table, seat: Seat, now: float) -> Draft:
    """Who is expected does not come: a table of two is called off, at any other a bot can take the seat."""
    draft = Draft(table, now)
    draft.note("refuse", seat)
    draft.rows[seat] = SeatRow(None, False)
    if len(table.seats) == 2:
        draft.end(called_off(seat))
    return draft
