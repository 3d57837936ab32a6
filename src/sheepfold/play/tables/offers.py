"""Decisions about offers: a draw, an undo, a bot for a left seat, a rematch, the end of a decided game. All whom it
concerns must agree."""

from __future__ import annotations

import secrets
from dataclasses import replace

from sheepfold.core.contract import DECIDED, Outcome, Seat
from sheepfold.core.errors import IllegalNow
from sheepfold.core.records.chance import SEED_BYTES
from sheepfold.core.records.progress import undo_to
from sheepfold.core.scores import Scores
from sheepfold.core.words.prose import shown
from sheepfold.play.errors import BadRequest, NotNow
from sheepfold.play.tables import seating
from sheepfold.play.tables.draft import Draft
from sheepfold.play.tables.log import Header
from sheepfold.play.tables.moves import own_seat, running
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import OfferKind, SeatPlan, Status, UserId


def make(
    table: Table, user: UserId, kind: OfferKind, about: Seat | None, bot: str, bots: tuple[str, ...], now: float
) -> Draft | None:
    """A new offer; None when the seat has made it already. What another offers is accepted by offering it."""
    seat = own_seat(table, user)
    standing = table.offers.get(kind)
    if standing is not None:
        if seat not in standing.waiting_for:
            return None
        return answer(table, user, kind, True, now)
    _check(table, seat, kind, about, bot, bots)
    draft = Draft(table, now)
    more = {"about": about, "bot": bot} if kind is OfferKind.TAKEOVER else {}
    draft.note("offer", seat, what=str(kind), **more)
    if not table.voters(kind) - {seat}:
        _carry_out(draft, seat, kind, about, bot)
    return draft


def answer(table: Table, user: UserId, kind: OfferKind, accept: bool, now: float) -> Draft | None:
    """Yes or no to an open offer; the last yes carries it out."""
    seat = own_seat(table, user)
    offer = table.offers.get(kind)
    if offer is None:
        raise NotNow("That is not proposed here now.")
    draft = Draft(table, now)
    if not accept:
        draft.note("decline", seat, what=str(kind))
        return draft
    if seat not in offer.waiting_for:
        return None
    draft.note("accept", seat, what=str(kind))
    if offer.waiting_for == (seat,):
        _carry_out(draft, offer.by, kind, offer.about, offer.bot)
    return draft


def bots_decline(table: Table, now: float) -> Draft | None:
    """A bot has no opinion on a draw: it says no, so that nobody waits for it."""
    offer = table.offers.get(OfferKind.DRAW)
    deaf = table.bot_seats.intersection(offer.waiting_for) if offer is not None else frozenset()
    if not deaf:
        return None
    draft = Draft(table, now)
    draft.note("decline", min(deaf), what=str(OfferKind.DRAW))
    return draft


def _check(table: Table, seat: Seat, kind: OfferKind, about: Seat | None, bot: str, bots: tuple[str, ...]) -> None:
    """Whether the offer makes sense now. Raises NotNow or BadRequest."""
    if kind is OfferKind.REMATCH:
        if table.status is not Status.OVER or table.state is None:
            raise NotNow("A rematch can be proposed when the game is over.")
        if table.header.terms.practice is not None:
            raise NotNow("This was practice: play on once more from the replay where it began.")
        if table.rematch is not None:
            raise NotNow("The rematch has begun already.")
        if table.somebody_left():
            raise NotNow("Somebody has left. Open a new table instead.")
        return
    running(table, seat)
    if kind is OfferKind.UNDO:
        undo_target(table, seat)
    if kind is OfferKind.END:
        decided(table)
    if kind is OfferKind.TAKEOVER:
        if about is None or not 1 <= about <= len(table.seats) or not table.seat(about).left:
            raise NotNow("A bot can take over only a seat that somebody left.")
        if bot not in bots:
            there = f"there are {', '.join(bots)}" if bots else "no bots play here"
            raise BadRequest(f"There is no bot {shown(bot)!r}; {there}.")


def decided(table: Table) -> tuple[Seat, ...]:
    """Who has won (or drawn) whatever is still played. Raises NotNow."""
    winners = table.game.decided(table.game.view(table.state, None))
    if not winners:
        raise NotNow("The game is not decided yet. You may give up, or propose a draw.")
    return winners


def undo_target(table: Table, seat: Seat) -> int:
    """The number of the seat's last move that may be taken back. Raises NotNow."""
    try:
        return undo_to(table.own_moves(), {seat}, guided=table.guided)
    except IllegalNow as error:
        raise NotNow(str(error)) from None


def _carry_out(draft: Draft, by: Seat, kind: OfferKind, about: Seat | None, bot: str) -> None:
    match kind:
        case OfferKind.DRAW:
            everybody = tuple(range(1, len(draft.table.seats) + 1))
            draft.end(Outcome(everybody, Scores(), "agreed"))
        case OfferKind.END:
            draft.end(Outcome(decided(draft.table), Scores(), DECIDED))
        case OfferKind.UNDO:
            draft.rewind(by, undo_target(draft.table, by))
        case OfferKind.TAKEOVER:
            assert about is not None
            draft.take_over(about, bot)
        case OfferKind.REMATCH:
            again = rematch(draft.table, draft.now)
            draft.note("rematch", table=again.table.header.id)
            draft.again = again


def rematch(table: Table, now: float) -> Draft:
    """The same again at a table of its own, everybody one seat further, begun."""
    header = table.header
    seats = tuple(table.seats[index - 1] for index in range(len(table.seats)))
    plans = tuple(SeatPlan("bot", info.name) if info.kind == "bot" else SeatPlan() for info in seats)
    fresh = Header(
        id=seating.new_id(),
        terms=replace(header.terms, seats=plans, deal=0),
        version=table.game.version,
        host=header.host,
        invite=seating.new_id(),
        seed=secrets.token_bytes(SEED_BYTES),
        opened_at=now,
    )
    draft = Draft(Table(table.game, fresh, table.people), now)
    draft.note("open", user=header.host)
    for number, info in enumerate(seats, 1):
        if info.user is not None:
            seating.seated(draft, number, info.user)
    draft.begin()
    return draft
