"""Decisions about moves: is it this seat's, does it still fit, may it be played; also giving up and calling off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from sheepfold.core.contract import Ahead, Move, Outcome, Part, Seat
from sheepfold.core.contract.bot import random_move
from sheepfold.core.errors import IllegalNow, Malformed, MoveError
from sheepfold.core.records.progress import Said, resigned
from sheepfold.core.scores import Scores
from sheepfold.play.errors import BadRequest, Forbidden, KeyUsed, NotNow, Stale
from sheepfold.play.tables.draft import Draft
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import Choices, Conditional, Status, UserId
from sheepfold.play.time import clock as clocks

LONGEST_MOVE = 2_000
"""Characters of a written move, or parts of a built one."""
FORFEITED = "forfeited"
MOST_READY, LONGEST_READY = 20, 200
"""How many moves are kept ready, and how many characters each has."""


def own_seat(table: Table, user: UserId) -> Seat:
    """The user's seat. Raises Forbidden."""
    seat = table.seat_of(user)
    if seat is None:
        raise Forbidden("You do not sit at this table.")
    return seat


def running(table: Table, seat: Seat) -> None:
    """Raises NotNow unless a game is on; who just lost it on time is told so."""
    if table.status is Status.WAITING:
        raise NotNow("The game has not begun: seats are still empty.")
    if table.outcome is not None and (table.outcome.reason, table.outcome.by) == (FORFEITED, seat):
        raise NotNow("Your time had run out before this came: the game is lost.")
    if table.status is Status.OVER:
        raise NotNow("The game is over.")


def make_move(
    table: Table,
    user: UserId,
    move: str | Sequence[Part],
    expected: int | None,
    key: str,
    came: float,
    now: float,
    rng: Random,
) -> Draft | None:
    """The user's move, which ``came`` a moment ago, as a draft; None when this very request was carried out before.
    Raises KeyUsed when another one was."""
    seat = own_seat(table, user)
    if (made := table.keys.get((seat, key))) is not None:
        if not made.is_for(move):
            raise KeyUsed("This key belongs to another move that you made; a new move needs a new key.")
        return None
    running(table, seat)
    if expected is not None and not table.fresh(seat, expected):
        raise Stale(
            "Somebody moved before you: the position has changed since you looked.",
            table.update(seat, max(0, min(expected, table.number(seat))), now),
        )
    draft = Draft(table, now, {seat: came})
    if len(move) > LONGEST_MOVE:
        raise Malformed(f"A move has at most {LONGEST_MOVE} characters.")
    if isinstance(move, str):
        draft.play(seat, move, key, rng)
        return draft
    parts = tuple(move)
    try:
        draft.play(seat, parts, key)
    except IllegalNow:
        checked(table, (table.state, seat), parts)  # who builds a move out of parts hears which of them is wrong
        raise
    return draft


def checked(table: Table, place: tuple[Any, Seat], so_far: Move) -> Ahead:
    """What lies ahead of parts that lead somewhere, of a seat in a position. Raises IllegalNow naming the first that
    does not."""
    game, (state, seat) = table.game, place
    ahead = game.ahead(state, seat, ())
    for index, part in enumerate(so_far):
        if not ahead.parts and not index:
            raise IllegalNow("It is not your turn." if table.awaited else "The game is over.")
        if part not in ahead.parts:
            raise IllegalNow(f"Part {index + 1} of the move does not fit here; ask for the choices.")
        ahead = game.ahead(state, seat, so_far[: index + 1], ahead)
    return ahead


def choices(table: Table, user: UserId, so_far: Move, ready: bool = False) -> Choices:
    """What the user may add to a move; ``ready``: to one that is kept ready for their next turn. Raises NotNow."""
    seat = own_seat(table, user)
    running(table, seat)
    if len(so_far) > LONGEST_MOVE:
        raise Malformed(f"A move has at most {LONGEST_MOVE} parts.")
    place = foreseen(table, seat)[1] if ready else (table.state, seat)
    if place is None:
        raise NotNow("You do not know yet what you will move with.")
    ahead = checked(table, place, so_far)
    complete = bool(so_far) and ahead.complete
    text = table.game.write(*place, so_far) if complete else ""
    question = table.game.next_part(table.game.view(table.state, seat), so_far) if ahead.parts and not ready else ""
    return Choices(ahead.parts, complete, text, question=question)


def foreseen(table: Table, seat: Seat) -> tuple[tuple[Move, ...], tuple[Any, Seat] | None]:
    """The moves that the seat keeps ready, in parts, as far as each fits after those before it; and the position for
    which the next can be built, and as whom. None: that is not known yet."""
    game, kept = table.game, []
    place = game.foreseen(table.state, seat)
    for move in table.queues.get(seat, ()):
        if place is None:
            break
        try:
            kept.append(game.read(*place, move.text))
        except MoveError:
            return tuple(kept), None
        place = game.foreseen(table.state, seat, kept)
    return tuple(kept), place


def first_choices(table: Table, seat: Seat, view: Any) -> Choices | None:
    """How a move of the seat's may begin, by its view; None when there is none to make now."""
    if seat not in table.awaited:
        return None
    parts = table.game.ahead(table.state, seat, ()).parts
    return Choices(parts, False, question=table.game.next_part(view, ())) if parts else None


def bot_move(table: Table, seat: Seat, turn: int, move: Said | None, now: float, rng: Random) -> Draft | None:
    """A bot's move, or a random one when its thinking came to nothing; None when its turn is past."""
    if seat not in table.awaited or table.turn[seat] != turn or table.seat(seat).kind != "bot":
        return None
    if move is not None:
        try:
            draft = Draft(table, now)
            draft.play(seat, move)
            return draft
        except MoveError:
            pass
    draft = Draft(table, now)
    draft.play(seat, random_move(table.game, table.state, seat, rng))
    return draft


def keep_ready(table: Table, user: UserId, kept: Sequence[Conditional], now: float) -> Draft:
    """Other moves kept ready for the user's turns. Raises BadRequest, or Malformed for what can never be a move.

    Nothing more is asked of them: what is legal when its turn comes may not be so now.
    """
    seat = own_seat(table, user)
    running(table, seat)
    if len(kept) > MOST_READY or any(len(text) > LONGEST_READY for move in kept for text in (move.text, move.when)):
        raise BadRequest(f"At most {MOST_READY} moves can be kept ready, each of at most {LONGEST_READY} characters.")
    options = table.options
    for move in kept:
        table.game.check_notation(options, move.text)
    draft = Draft(table, now)
    draft.queues[seat] = tuple(kept)
    return draft


def next_queued(table: Table, seat: Seat, now: float) -> Draft:
    """The seat's first conditional move as a draft if it fits; else a draft that drops them all."""
    first, *rest = table.queues[seat]
    told = table.told_since_move(seat).casefold()
    in_time = min(now, table.runs_out(seat))  # what was kept ready is never late
    draft = Draft(table, now, {seat: in_time})
    if all(word in told for word in first.when.casefold().split()):
        try:
            draft.play(seat, first.text)
            draft.queues[seat] = tuple(rest)
            return draft
        except MoveError:
            draft = Draft(table, now)
    draft.queues[seat] = ()
    return draft


def resign(table: Table, user: UserId, now: float) -> Draft | None:
    """Giving up; None when the game is over already."""
    seat = own_seat(table, user)
    if table.status is Status.OVER:
        return None
    running(table, seat)
    if seat in table.challenged:  # nobody loses by what they never agreed to
        return ended(table, called_off(seat), now)
    return ended(table, resigned(table.game, table.state, len(table.seats), seat), now)


def called_off(by: Seat | None = None) -> Outcome:
    """The end of a game without a result, by a seat or (None) by the host."""
    return Outcome((), Scores(), "aborted", by)


def abort(table: Table, user: UserId, now: float) -> Draft | None:
    """Calling the game off before anybody's first move; None when that was done already."""
    seat = own_seat(table, user)
    if table.status is Status.OVER and table.outcome is not None and table.outcome.reason == "aborted":
        return None
    running(table, seat)
    if table.begun() and seat not in table.challenged:
        raise NotNow("The game can be called off only before the first move. Now you may resign, or propose a draw.")
    return ended(table, called_off(seat), now)


def late(table: Table, moment: float) -> tuple[Seat, ...]:
    """Whose time had run out first at that moment, of those who have no move ready; several: at the same time."""
    if table.status is not Status.RUNNING or not table.times.left:
        return ()
    ticking = frozenset(seat for seat in table.ticking if not table.queues.get(seat))
    return clocks.flags(table.header.terms.clock, table.times, ticking, moment, table.rests)


def forfeit(table: Table, late: Sequence[Seat], now: float) -> Draft:
    """The time of these seats is over: who is as late as another does not win by it."""
    if table.challenged.intersection(late):
        return ended(table, called_off(min(table.challenged.intersection(late))), now, idle=True)
    outcome = resigned(table.game, table.state, len(table.seats), late[0], FORFEITED)
    winners = tuple(seat for seat in outcome.winners if seat not in late)
    return ended(table, replace(outcome, winners=winners), now)


def closed(table: Table, now: float, *, idle: bool = False) -> Draft | None:
    """The host, of the installation or of a table that nobody came to, closes it; ``idle``: it was long left alone."""
    return None if table.status is Status.OVER else ended(table, called_off(), now, idle=idle)


def ended(table: Table, outcome: Outcome, now: float, *, idle: bool = False) -> Draft:
    draft = Draft(table, now)
    draft.end(outcome, idle=idle)
    return draft
