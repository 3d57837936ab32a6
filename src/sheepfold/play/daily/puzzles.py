"""Puzzles that people answer: one at their strength, the day's, and what people and puzzles are worth by it.

The solution of a puzzle is told to nobody who has not answered it here. Each is answered once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Final

from sheepfold import puzzles
from sheepfold.core.memory import Memory
from sheepfold.core.records.chance import rng_from
from sheepfold.play.errors import BadRequest, NotFound, NotNow
from sheepfold.play.people.ratings import SCALE, met, newcomer, printed
from sheepfold.play.terms import DAY, UserId
from sheepfold.puzzles import NoPuzzle, Puzzle, Shown, written
from sheepfold.store import Transaction
from sheepfold.store import daily as kept
from sheepfold.store.daily import KeptAnswer
from sheepfold.store.people.ratings import Strength

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

DOUBT: Final = 4.0
"""How far off the first guess of what a puzzle is worth may be, as openskill counts it."""
KEPT: Final = 200
"""Puzzles that stay solved in memory: a solution takes up to a sixth of a second."""
SOON: Final = 60
"""So many days before it is the day's puzzle one is given to nobody as their next."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What somebody answered to a puzzle: nobody else is told what was right."""

    right: bool
    answer: str
    reason: str


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """How somebody does at puzzles. Nothing is lost by a day without one."""

    rating: int
    margin: int
    answered: int
    right: int
    row: int
    """So many answers in a row were right, up to the last."""
    best_row: int


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """A puzzle as one person sees it."""

    shown: Shown
    rating: int
    margin: int
    today: bool
    """Whether it is the day's."""
    answered: Answered | None


class PuzzleBook:
    """One per service: ``service.puzzles``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._solved = Memory[str, Shown](KEPT)
        self._alone = asyncio.Semaphore(1)

    @property
    def today(self) -> Puzzle:
        """The puzzle of the day, which is counted by the clock of Greenwich."""
        return puzzles.of_the_day(self._day)

    @property
    def _day(self) -> int:
        return int(self._engine.now // DAY)

    def to_print(self) -> list[str]:
        """Twelve of all games for a sheet, other ones every day, the easiest first. The day's is not among them."""
        left = [each for each in puzzles.shipped() if each != self.today]
        picked = rng_from("sheet", self._day).sample(left, puzzles.ON_A_SHEET)
        return [each.id for each in sorted(picked, key=lambda each: each.effort)]

    async def next(self, user: UserId | None, game: str | None = None) -> Puzzle:
        """The puzzle nearest to somebody's strength that they have not answered. Raises NotFound, NotNow (none)."""
        if game is not None and game not in {each.game for each in puzzles.shipped()}:
            raise NotFound(f"There are no puzzles of {game[:20]!r}.")

        def work(tx: Transaction) -> tuple[list[KeptAnswer], dict[str, Strength]]:
            return ([] if user is None else kept.answers_of(tx, user)), kept.strengths(tx)

        answers, strengths = await self._engine.read(work)
        rating, _ = _worth(answers[-1].strength if answers else None)
        done = {answer.puzzle for answer in answers}
        soon = {puzzles.of_the_day(day).id for day in range(self._day, self._day + SOON)}
        known = {id: printed(*strength)[0] for id, strength in strengths.items()}
        found = puzzles.next_for(rating, done | soon, game, known) or puzzles.next_for(rating, done, game, known)
        if found is None:
            raise NotNow("You have answered all of these puzzles.")
        return found

    async def look(self, id: str, user: UserId | None) -> PuzzlePage:
        """A puzzle as it stands for somebody. Raises NotFound."""
        shown = await self._shown(id)

        def work(tx: Transaction) -> tuple[KeptAnswer | None, Strength | None]:
            answers = [] if user is None else kept.answers_of(tx, user)
            return next((each for each in answers if each.puzzle == id), None), kept.strengths(tx).get(id)

        mine, strength = await self._engine.read(work)
        rating, margin = printed(*(strength or _first(shown.puzzle)))
        answered = None if mine is None else Answered(mine.right, shown.solution.answer, shown.solution.reason)
        return PuzzlePage(shown, rating, margin, shown.puzzle == self.today, answered)

    async def answer(self, user: UserId, id: str, answer: str) -> Answered:
        """Somebody's one answer, by which they and the puzzle are rated.

        Raises NotFound, BadRequest (none of the choices), NotNow (answered before).
        """
        shown = await self._shown(id)
        try:
            right = written.is_right(shown, answer)
        except NoPuzzle as error:
            raise BadRequest(str(error)) from None
        now = self._engine.now

        def work(tx: Transaction) -> None:
            kept.lock(tx, user)
            answers = kept.answers_of(tx, user)
            known = kept.strength(tx, id)
            own = answers[-1].strength if answers else None
            person, puzzle = met(own, known or _first(shown.puzzle), won=right)
            if not kept.keep_answer(tx, user, KeptAnswer(id, right, now, person)):
                raise NotNow("You have answered this puzzle already.")
            kept.move_puzzle(tx, id, puzzle, solved=right, new=known is None)

        await self._engine.write(work)
        return Answered(right, shown.solution.answer, shown.solution.reason)

    async def standing(self, user: UserId | None) -> PuzzleStanding:
        """How somebody does."""
        answers = [] if user is None else await self._engine.read(lambda tx: kept.answers_of(tx, user))
        rights = [answer.right for answer in answers]
        worth = _worth(answers[-1].strength if answers else None)
        return PuzzleStanding(*worth, len(rights), sum(rights), _row(rights[::-1]), _longest(rights))

    async def _shown(self, id: str) -> Shown:
        """The puzzle, solved in a thread and kept for a while. Raises NotFound."""
        found = self._solved.get(id)
        if found is not None:
            return found
        try:
            puzzle = puzzles.puzzle_by_id(id)
        except NoPuzzle as error:
            raise NotFound(str(error)) from None
        async with self._alone:
            return self._solved.get(id) or self._solved.keep(id, await asyncio.to_thread(puzzles.shown, puzzle))


def _worth(strength: Strength | None) -> tuple[int, int]:
    """The rating as people read it; None stands for a newcomer."""
    return printed(*(newcomer() if strength is None else strength))


def _first(puzzle: Puzzle) -> Strength:
    """The rating of a puzzle before anybody answered it: an estimate by how much there is to look at."""
    return Strength(puzzle.rating / SCALE, DOUBT)


def _row(rights: Sequence[bool]) -> int:
    """How many answers are right before the first wrong one."""
    return len(list(takewhile(bool, rights)))


def _longest(rights: Sequence[bool]) -> int:
    return max((len(list(row)) for right, row in groupby(rights) if right), default=0)
