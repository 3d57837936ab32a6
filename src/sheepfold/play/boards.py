"""Tables by their numbers, and moves by theirs: what whoever plays by letter asks for."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any, Final

from sheepfold.core.errors import IllegalNow, Malformed
from sheepfold.play import moves, numbers, ratings, watching
from sheepfold.play.engine import Engine
from sheepfold.play.errors import NotFound
from sheepfold.play.terms import (
    ChatLine,
    News,
    Past,
    Preview,
    RatingChange,
    Status,
    TableId,
    UserId,
    Written,
)

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
        table = await self._engine.read(lambda conn: numbers.found(conn, number))
        if self._engine.bus.shared:
            await self._engine.fresh(table)
        try:
            await watching.seen(self._engine, table, user, None)
        except NotFound:
            raise numbers.no_board(number) from None
        return table

    async def written(self, table: TableId, user: UserId | None = None) -> tuple[Written, ...]:
        """The players' moves as the viewer may read them. Raises NotFound."""
        seen = await watching.seen(self._engine, table, user, None)
        return seen.written(seen.seat_of(user))

    async def next_numbers(self, table: TableId, user: UserId | None) -> range:
        """Which numbers the user's next move may go by; the last is the one that the next move will have. Raises
        NotFound."""
        seen = await watching.seen(self._engine, table, user, None)
        return seen.next_numbers(seen.seat_of(user))

    async def was_made(self, table: TableId, user: UserId, key: str | None) -> bool:
        """Whether the user made a move there under that key. Raises NotFound."""
        seen = await watching.seen(self._engine, table, user, None)
        seat = seen.seat_of(user)
        return seat is not None and key is not None and (seat, key) in seen.keys

    async def past(self, table: TableId, number: int, user: UserId | None = None) -> Past:
        """How the table stood for the viewer after that move, which all know of. Raises NotFound."""
        seen = await watching.seen(self._engine, table, user, None)
        last = len([move for move in seen.written(None) if move.number is not None])
        plies = None if seen.state is None else seen.plies_after(number)
        if plies is None:
            raise NotFound(f"There is no move {number} yet; the last one is {last}." if last else "Nobody has moved.")
        then = await asyncio.to_thread(seen.progress_after, plies)
        return Past(seen.game.view(then.state, seen.seat_of(user)), number, last)

    async def opened(self, table: TableId, user: UserId | None = None, invite: str | None = None) -> Any:
        """Everything turned up, and nobody spoken to, once people ended a game that its rules did not; else None.
        Raises NotFound."""
        return (await watching.seen(self._engine, table, user, invite)).opened()

    async def news(self, table: TableId, user: UserId | None = None) -> News:
        """What the viewer was told since their last move; a spectator, what was told last. Raises NotFound."""
        seen = await watching.seen(self._engine, table, user, None)
        seat = seen.seat_of(user)
        return News(seen.told_last(None), 0.0) if seat is None else seen.news(seat)

    async def talk(self, table: TableId, user: UserId | None, since: int = 0, limit: int = 20) -> tuple[ChatLine, ...]:
        """The last lines after that one which may stand in a letter. What the gallery says is for the end: whoever sits
        at a board may ask for a letter that goes to anybody. Raises NotFound."""
        seen = await watching.seen(self._engine, table, user, None)
        lines = await watching.lines(self._engine, seen, seen.seat_of(user), since, limit=limit)
        return tuple(line for line in lines if line.room == "table" or seen.status is Status.OVER)

    async def rating_changes(self, table: TableId) -> list[RatingChange]:
        """How a result changed the ratings of those who sat at the table, by seat."""
        return await self._engine.read(lambda conn: ratings.changes(conn, table))

    async def preview(self, table: TableId, user: UserId, text: str) -> Preview:
        """What a move would come to, without playing it. Raises as ``Service.move`` does.

        It is played only in worlds that the user cannot tell from the true one, so that nothing can be learnt by
        trying; and shown only where nothing is hidden from the user, or nothing that was hidden would come to light.
        """
        seen = await watching.seen(self._engine, table, user, None)
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
