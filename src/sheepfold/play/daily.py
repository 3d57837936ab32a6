"""What comes anew every day: the deal and the puzzle of the day; and all other puzzles, and challenges to play a
finished game's deal.

Whoever plays a deal sits at a table of their own, with bots in the other seats, and its chance comes from one seed for
all. A table of the day is seen by who sits there and by nobody else, whatever links they have, and its seed is
published when the day is over. The solution of a puzzle is told to nobody who has not answered it here. Each is
answered once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from sheepfold import puzzles
from sheepfold.bots import strongest
from sheepfold.core.contract.bot import Level
from sheepfold.core.contract.daily import Deal
from sheepfold.core.memory import Memory
from sheepfold.core.records.chance import commitment, rng_from
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.verdict import result
from sheepfold.play.errors import BadRequest, NotFound, NotNow
from sheepfold.play.people.ratings import SCALE, met, newcomer, printed
from sheepfold.play.people.users import ClientInfo
from sheepfold.play.tables import access, repository
from sheepfold.play.tables.table import Table
from sheepfold.play.tables.tables import Tables
from sheepfold.play.terms import DAY, Access, SeatPlan, Status, TableId, TableInfo, Terms, UserId, called
from sheepfold.puzzles import NoPuzzle, Puzzle, Shown, written
from sheepfold.store import Transaction
from sheepfold.store import daily as kept
from sheepfold.store.daily import KeptAnswer, PlayedDeal
from sheepfold.store.people.ratings import Strength

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine


GAVE_UP: Final = "gave up"
MOST: Final = 500
"""Results that a table of them shows."""


@dataclass(frozen=True, slots=True)
class DealResult:
    """How one player did. ``points``: more is better; null for who gave up."""

    place: int | None
    name: str
    words: str
    points: int | None
    yours: bool
    bot: bool = False


@dataclass(frozen=True, slots=True)
class PastDeal:
    """A day that is over: its seed, by which every draw can be checked, and how all did."""

    seed: str
    commitment: str
    results: tuple[DealResult, ...]


@dataclass(frozen=True, slots=True)
class DealCard:
    """A game's deal of the day as one person sees it."""

    game: str
    day: int
    """Days since 1970, UTC."""
    task: str
    commitment: str
    """The hash of its seed,"""
    tomorrow: str
    """and of tomorrow's."""
    played: int
    """How many have finished it."""
    table: TableId | None
    """Where you play it; null: you have not begun."""
    results: tuple[DealResult, ...] | None
    """Null until you have played."""
    yesterday: PastDeal | None


@dataclass(frozen=True, slots=True)
class BeatCard:
    """A finished game against bots whose deal others may play. ``theirs`` is null until you have played it."""

    game: str
    name: str
    """Who played it first."""
    table: TableId | None
    """Where you play it; null: you have not begun."""
    theirs: str | None
    yours: str | None
    others: tuple[DealResult, ...]


class DailyDeals:
    """One per service: ``service.deals``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @property
    def today(self) -> int:
        return int(self._engine.now // DAY)

    def of(self, game: str) -> Deal:
        """What is played of a game. Raises NotFound, UnknownGame."""
        self._engine.setup.shelf.game(game)
        found = self._deal(game)
        if found is None:
            raise NotFound("There is no deal of the day of this game.")
        return found

    @property
    def games(self) -> list[str]:
        """The games that have one."""
        return [name for name in self._engine.setup.shelf if self._deal(name) is not None]

    def _deal(self, game: str) -> Deal | None:
        return getattr(self._engine.setup.shelf.room(game, "puzzles"), "DEAL", None)

    async def cards(self, user: UserId | None) -> list[DealCard]:
        return [await self.card(game, user) for game in self.games]

    async def card(self, game: str, user: UserId | None) -> DealCard:
        """How today's deal of a game stands for somebody. Raises NotFound, UnknownGame."""
        deal, day = self.of(game), self.today
        now, coming = await self._seed(game, day), await self._seed(game, day + 1)

        def work(tx: Transaction) -> tuple[list[PlayedDeal], list[PlayedDeal], bytes | None, list[PlayedDeal]]:
            rows = [kept.played(tx, key) for key in (_key(game, day), _key(game, day, bot=True))]
            past = [row for bot in (False, True) for row in kept.played(tx, _key(game, day - 1, bot=bot))]
            return rows[0], rows[1], kept.seed(tx, game, day - 1), past

        rows, bots, seed, past = await self._engine.read(work)
        own = next((row for row in rows if row.user == user), None)
        over = own is not None and own.status == Status.OVER
        finished = [row for row in rows if row.status == Status.OVER]
        before = None if seed is None else PastDeal(seed.hex(), commitment(seed), self._table(deal, game, past, user))
        return DealCard(
            game,
            day,
            deal.task,
            commitment(now),
            commitment(coming),
            len(finished),
            None if own is None else own.table,
            self._table(deal, game, [*finished, *bots], user) if over else None,
            before,
        )

    async def play(self, user: UserId, game: str, client: ClientInfo) -> TableInfo:
        """The user's table of today's deal: the one that they have, or a new one. Raises NotFound, UnknownGame."""
        deal, day = self.of(game), self.today
        seed = await self._seed(game, day)
        opened = await self._open(user, deal, game, day, client, seed, bot=False)
        if not self._engine.bots(self._engine.setup.shelf.game(game)):
            return opened
        if await self._engine.write(lambda tx: kept.claim_bot(tx, game, day)):
            await self._open(user, deal, game, day, client, seed, bot=True)
        return opened

    async def _open(
        self, user: UserId, deal: Deal, game: str, day: int, client: ClientInfo, seed: bytes, *, bot: bool
    ) -> TableInfo:
        """A table of the day; where ``bot``, that of the strongest bot, at which nobody else sits."""
        own = SeatPlan("bot", self._best(game).name)
        seats = [SeatPlan("bot", deal.bot)] * deal.seats
        seats[deal.seat - 1] = own if bot else SeatPlan("me")
        terms = Terms(game, dict(deal.options), tuple(seats), access=Access.PRIVATE, aids=False, deal=day)
        key = _key(game, day, bot=bot)
        return await Tables(self._engine).open(user, terms, key, client, unasked=bot, seed=seed)

    async def _seed(self, game: str, day: int) -> bytes:
        """The day's seed, made when it is first asked for: whoever comes second gets what the first one made."""
        found = await self._engine.read(lambda tx: kept.seed(tx, game, day))
        if found is not None:
            return found
        made = self._engine.setup.seed()

        def work(tx: Transaction) -> bytes:
            kept.keep_seed(tx, game, day, made)
            return kept.seed(tx, game, day) or made

        return await self._engine.write(work)

    def _table(self, deal: Deal, game: str, rows: Sequence[PlayedDeal], user: UserId | None) -> tuple[DealResult, ...]:
        """Accounts, the bot, and whoever asks; the best first, equals share a place. Other guests are left out: anybody
        could be several of them."""
        found = []
        for row in rows:
            outcome, bot = repository.outcome_from(row.outcome), row.bot
            if row.status != Status.OVER or outcome is None or (row.guest and row.user != user and not bot):
                continue
            name = self._best(game).title if bot else called(row.name, row.guest)
            points = deal.points(outcome.scores) if outcome.scores else None  # it did not end by its rules
            words = GAVE_UP if points is None else deal.words(outcome.scores)
            found.append((points, name, words, row.user == user and not bot, bot))
        found.sort(key=lambda one: (one[0] is None, -(one[0] or 0)))
        ranks = [points for points, *_ in found]
        return tuple(
            DealResult(None if points is None else ranks.index(points) + 1, name, words, points, yours, bot)
            for points, name, words, yours, bot in found[:MOST]
        )

    def _best(self, game: str) -> Level:
        """The strongest bot of a game that has one."""
        shelf = self._engine.setup.shelf
        found = strongest(shelf.game(game), shelf)
        assert found is not None
        return found

    # -- challenges ----------------------------------------------------------------------------

    async def challenge(self, table: TableId, user: UserId | None, invite: str | None) -> BeatCard:
        """How a finished game's deal stands for somebody who may play it. Raises NotFound, NotNow."""
        first = await self._challenged(table, user, invite)
        rows = await self._engine.read(lambda tx: kept.played(tx, _beat_key(table)))
        own = next((row for row in rows if row.user == user), None)
        mine = next(info for info in first.seats if info.kind != "bot")
        done = user == mine.user or (own is not None and own.status == Status.OVER)
        others = [
            DealResult(None, called(row.name, row.guest), _words(first, row, first.game), None, row.user == user)
            for row in rows
            if row.status == Status.OVER and done
        ]
        assert first.outcome is not None
        return BeatCard(
            first.game.name,
            mine.called,
            None if own is None else own.table,
            result(first.game, first.outcome, first.info().names) if done else None,
            next((other.words for other in others if other.yours), None),
            tuple(others[:MOST]),
        )

    async def beat(self, user: UserId, table: TableId, invite: str | None, client: ClientInfo) -> TableInfo:
        """The user's table with that game's deal: the one that they have, or a new one. Raises NotFound, NotNow."""
        first = await self._challenged(table, user, invite)
        mine = next(info for info in first.seats if info.kind != "bot")
        if mine.user == user:
            raise NotNow("This is your own game: send the link to somebody else.")
        old = first.header.terms
        seats = tuple(SeatPlan("me") if info.kind != "bot" else SeatPlan("bot", info.name) for info in first.seats)
        terms = Terms(old.game, old.options, seats, access=Access.PRIVATE, aids=old.aids, thinking=old.thinking)
        return await Tables(self._engine).open(user, terms, _beat_key(table), client, seed=first.header.seed)

    async def _challenged(self, table: TableId, user: UserId | None, invite: str | None) -> Table:
        """A finished game of one person against bots, or alone. Raises NotFound, NotNow."""
        found = await access.finished(
            self._engine, table, user, invite, "A deal can be played by others when its game is over."
        )
        terms = found.header.terms
        if terms.practice is not None or terms.deal or found.guided:
            raise NotNow("Only the deal of a game of its own can be played again.")
        if sum(info.kind != "bot" for info in found.seats) != 1 or found.outcome is None:
            raise NotNow("Only the deal of a game of one person against bots can be played again.")
        return found


def _key(game: str, day: int, *, bot: bool = False) -> str:
    """Under which a person opens the day's table once. No key that comes from outside has blanks."""
    return f"deal {game} {day}{' bot' if bot else ''}"


def _beat_key(table: TableId) -> str:
    return f"beat {table}"


def _words(first: Table, row: PlayedDeal, game: AnyGame) -> str:
    """How a challenger did, told as if they sat where the first player sat."""
    outcome = repository.outcome_from(row.outcome)
    if outcome is None or not outcome.scores:
        return GAVE_UP
    names = {
        info.seat: called(row.name, row.guest) if info.kind != "bot" else name
        for info, name in zip(first.seats, first.info().names.values(), strict=True)
    }
    return result(game, outcome, names)


# -- puzzles ---------------------------------------------------------------------------------------


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
        rows = [(right, len(list(row))) for right, row in groupby(rights)]
        last = rows[-1][1] if rights and rights[-1] else 0
        longest = max((length for right, length in rows if right), default=0)
        return PuzzleStanding(*worth, len(rights), sum(rights), last, longest)

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
