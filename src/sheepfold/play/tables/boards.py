"""Tables by board number and moves by move number: the queries of play by mail."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

from sheepfold.core.contract import NATURE, Seat
from sheepfold.core.errors import IllegalNow, Malformed
from sheepfold.core.words.prose import listed
from sheepfold.play.errors import Forbidden, NotFound, NotNow
from sheepfold.play.tables import access, chat, moves
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import (
    ChatLine,
    News,
    Past,
    Preview,
    Status,
    TableId,
    UserId,
    Written,
)
from sheepfold.play.time import clock
from sheepfold.store import Transaction, tables

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

WORLDS: Final = 3
"""In so many worlds that look alike a move is tried before it is shown what it would come to."""


class Boards:
    """One per service: ``service.boards``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def find(self, number: int, user: UserId | None = None) -> TableId:
        """The table of that number, if the user may look at it. Raises NotFound.

        Whoever writes a letter has seen what another server told them: so this one catches up first.
        """
        table = await self._engine.read(lambda conn: found(conn, number))
        if self._engine.bus.shared:
            await self._engine.fresh(table)
        try:
            await access.seen(self._engine, table, user, None)
        except NotFound:
            raise no_board(number) from None
        return table

    async def written(self, table: TableId, user: UserId | None = None) -> tuple[Written, ...]:
        """The players' moves as the viewer may read them. Raises NotFound."""
        seen = await access.seen(self._engine, table, user, None)
        return seen.written(seen.seat_of(user))

    async def next_numbers(self, table: TableId, user: UserId | None) -> range:
        """Which numbers the user's next move may go by; the last is the one that the next move will have. Raises
        NotFound."""
        seen = await access.seen(self._engine, table, user, None)
        return seen.next_numbers(seen.seat_of(user))

    async def was_made(self, table: TableId, user: UserId, key: str | None) -> bool:
        """Whether the user made a move there under that key. Raises NotFound."""
        seen = await access.seen(self._engine, table, user, None)
        seat = seen.seat_of(user)
        return seat is not None and key is not None and (seat, key) in seen.keys

    async def past(self, table: TableId, number: int, user: UserId | None = None) -> Past:
        """How the table stood for the viewer after that move, which all know of. Raises NotFound."""
        seen = await access.seen(self._engine, table, user, None)
        plies, last = _plies(seen, number)
        then = await asyncio.to_thread(seen.progress_after, plies)
        return Past(seen.game.view(then.state, seen.seat_of(user)), number, last)

    async def numbering(self, table: TableId, user: UserId | None = None) -> Callable[[int], int]:
        """By which number people call a move of a finished table's record. Raises NotFound."""
        counted = (await access.seen(self._engine, table, user, None)).counted()
        return lambda move: bisect_left(counted, move)

    async def plies(self, table: TableId, number: int, user: UserId | None = None) -> int:
        """How many moves of the record had been made after that move, which all know of. Raises NotFound."""
        return _plies(await access.seen(self._engine, table, user, None), number)[0]

    async def opened(self, table: TableId, user: UserId | None = None, invite: str | None = None) -> Any:
        """Everything turned up, and nobody spoken to, once people ended a game that its rules did not; else None.
        Raises NotFound."""
        return (await access.seen(self._engine, table, user, invite)).opened()

    async def news(self, table: TableId, user: UserId | None = None) -> News:
        """What the viewer was told since their last move; a spectator, what was told last. Raises NotFound."""
        seen = await access.seen(self._engine, table, user, None)
        return seen.news(seen.seat_of(user))

    async def chat(self, table: TableId, user: UserId | None, since: int = 0, limit: int = 20) -> tuple[ChatLine, ...]:
        """The last lines after that one which may stand in a letter. What spectators say is for the end: whoever sits
        at a board may ask for a letter that goes to anybody. Raises NotFound."""
        seen = await access.seen(self._engine, table, user, None)
        lines = await chat.read(self._engine, seen, seen.seat_of(user), since, limit=limit)
        return tuple(line for line in lines if line.room == "table" or seen.status is Status.OVER)

    async def resting(self, table: TableId, user: UserId | None = None) -> dict[Seat, float]:
        """Who at the table is on vacation now, and until when. Raises NotFound."""
        seen, now = await access.seen(self._engine, table, user, None), self._engine.now
        return {seat: rest[1] for seat, rest in seen.rests.items() if clock.stands_still(rest, now)}

    async def example(self, table: TableId, user: UserId | None) -> str:
        """A move that the user may play now, as it is typed, and the same one as long as the table stands so; empty:
        it is not their turn. Raises NotFound."""
        seen = await access.seen(self._engine, table, user, None)
        seat = seen.seat_of(user)
        if seat is None or seat not in seen.awaited:
            return ""
        return seen.game.example(seen.state, seat, Random(seen.number(seat)))

    async def line(self, table: TableId, user: UserId | None, texts: Sequence[str]) -> Preview:
        """What moves would come to, each of whoever is to move then, where nothing is hidden; anybody may ask. Raises
        NotFound, NotNow, Forbidden, and as a move does."""
        seen = await access.seen(self._engine, table, user, None)
        if seen.game.hides:
            raise Forbidden(
                "Something is hidden here, so you can try only your own next move, with userid and password."
            )
        if seen.status is not Status.RUNNING:
            raise NotNow("Nobody is to move here.")
        state, written = seen.state, list[str]()
        for text in texts:
            movers = seen.game.to_move(state)
            if not movers or NATURE in movers:
                raise IllegalNow(f"Nobody can know what follows {written[-1]}. Leave out what comes after it.")
            legal = seen.game.parse(state, min(movers), text, Random(table))
            written.append(seen.game.notate(legal))
            state, _ = seen.game.play(legal)
        return Preview("; ".join(written), seen.game.view(state, seen.seat_of(user)))

    async def preview(self, table: TableId, user: UserId, text: str) -> Preview:
        """What a move would come to, without playing it. Raises as ``Service.move`` does.

        It is played only in worlds that the user cannot tell from the true one, so that nothing can be learnt by
        trying; and shown only where nothing is hidden from the user, or nothing that was hidden would come to light.
        """
        seen = await access.seen(self._engine, table, user, None)
        seat = moves.own_seat(seen, user)
        moves.running(seen, seat)
        if len(text) > moves.LONGEST_MOVE:
            raise Malformed(f"A move has at most {moves.LONGEST_MOVE} characters.")
        game, view, rng = seen.game, seen.game.view(seen.state, seat), Random(f"{table} {seen.number(seat)}")
        if seat not in seen.awaited and not game.parts(game.imagine(view, rng), seat, ()):
            raise IllegalNow("It is not your turn.")
        results: list[Any] = []
        for _ in range(WORLDS):
            world = game.imagine(view, rng)
            legal = game.parse(world, seat, text, Random(table))
            after, _ = game.play(legal)
            shown = game.sees_all(view) or game.reversible(world, seat, legal.move, after)
            results.append(game.view(after, seat) if shown else None)
        written = game.notate(legal)
        return Preview(written, results[0] if all(result == results[0] for result in results) else None)


def _plies(table: Table, number: int) -> tuple[int, int]:
    """How many moves had been made after that one, and the number of the last one. Raises NotFound."""
    last = len(table.counted())
    plies = None if table.state is None else table.plies_after(number)
    if plies is None:
        raise NotFound(f"There is no move {number} yet; the last is {last}." if last else "Nobody has moved yet.")
    return plies, last


def found(tx: Transaction, number: int) -> TableId:
    """The table of that number. Raises NotFound."""
    table = tables.numbered(tx, number)
    if table is None:
        raise no_board(number)
    return table


def no_board(*numbers: int) -> NotFound:
    """What is said of a number that is nobody's, or belongs to a table that the asker may not see."""
    return NotFound(f"There is no board {listed(map(str, numbers), 'or')} here.")
