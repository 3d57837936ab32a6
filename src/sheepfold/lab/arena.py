"""The arena: bots meet each other on the same deals with the seats changed, until it is clear who is stronger."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations, pairwise
from random import Random
from time import perf_counter
from typing import Any, Final

from sheepfold.core.contract import NATURE, Move, Seat
from sheepfold.core.contract.bot import Bot, Weighing
from sheepfold.core.contract.judging import Control
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.records.progress import AnyGame, replay
from sheepfold.core.records.record import Record, to_row
from sheepfold.core.verdict import opposed, points, win_shares
from sheepfold.games import SHELF
from sheepfold.games import game as take_down
from sheepfold.lab.selfplay import GamePlan, equipped, play_out
from sheepfold.lab.solve import chances

LONGEST = 10_000
"""A game that is not over after so many moves is broken off, and counts for nobody."""


class OtherContest(SheepfoldError):
    """A file holds the games of another contest."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Everything that decides the games."""

    game: str
    options: Mapping[str, Any]
    seats: int
    bots: tuple[str, ...]
    study: str
    """The seed of the whole contest."""
    alone: bool = False
    """The first bot sits alone among each of the others; else every two bots share the seats."""
    effort: float = 1.0
    """How many times as long as usual the bots may think."""
    ladder: bool = False
    """Every bot meets the next one only."""
    control: bool = False
    """The luck of the draw is told beside the points of each game."""

    @property
    def together(self) -> bool:
        """Whether all seats win and lose together: then bots do not meet, but play the same deals."""
        game = take_down(self.game)
        return not opposed(game, game.start(game.options.make(self.options), self.seats), self.seats)

    def pairs(self) -> list[tuple[str, str]]:
        """Who is compared with whom."""
        if self.alone:
            return [(self.bots[0], other) for other in self.bots[1:]]
        if self.ladder:
            return list(pairwise(self.bots))
        return list(combinations(self.bots, 2))

    def bouts(self, pair: tuple[str, str], deal: int) -> list[Bout]:
        """The games that a pair plays on one deal."""
        return [Bout(self, pair, deal, players) for players in self._seatings(*pair, deal)]

    def _seatings(self, one: str, other: str, deal: int) -> list[tuple[str, ...]]:
        if self.together:
            return [(one,) * self.seats, (other,) * self.seats]
        everybody = range(self.seats)
        if self.alone:
            return [tuple(one if seat == deal % self.seats else other for seat in everybody)]
        turned = [(seat + deal // 2) % 2 for seat in everybody]
        return [tuple((one, other)[side ^ swap] for side in turned) for swap in (0, 1)]


@dataclass(frozen=True, slots=True)
class Bout:
    """One game to be played."""

    contest: Contest
    pair: tuple[str, str]
    deal: int
    players: tuple[str, ...]

    @property
    def key(self) -> str:
        """What tells it from every other one of the contest."""
        shared = self.players if not self.contest.together else self.players[:1]
        pair = () if self.contest.together else self.pair
        return " ".join([*pair, str(self.deal), *shared])


@dataclass(frozen=True, slots=True)
class BoutResult:
    """How one game went. Tuples run along the seats."""

    key: str
    pair: tuple[str, str]
    deal: int
    players: tuple[str, ...]
    wins: tuple[float, ...]
    """1 for a win, shared among those who share it; all 0 where nobody won."""
    points: tuple[float, ...]
    reason: str
    moves: dict[str, int]
    """How many each bot made."""
    seconds: dict[str, float]
    """How long each thought in all; the only thing that another run does not repeat."""
    longest: dict[str, float]
    """How long each thought about its slowest move."""
    luck: tuple[float, ...] = ()
    """What draws brought each seat beyond what was to be expected, in points; nothing where nobody asked."""
    record: str = field(default="", compare=False)
    """The game itself; results read from disk go without."""


class Timed:
    """A bot and a clock."""

    def __init__(self, inner: Bot) -> None:
        self.inner = inner
        self.moves, self.seconds, self.longest = 0, 0.0, 0.0

    def choose(self, view: Any, rng: Random) -> Move:
        begin = perf_counter()
        move = self.inner.choose(view, rng)
        took = perf_counter() - begin
        self.moves += 1
        self.seconds += took
        self.longest = max(self.longest, took)
        return move


def play_bout(bout: Bout) -> BoutResult:
    """Play it. A pure function of the bout, but for the clock."""
    contest = bout.contest
    watched: list[tuple[str, Timed]] = []

    def made(game: AnyGame, name: str) -> Bot:
        watched.append((name, Timed(equipped(game, name, contest.effort))))
        return watched[-1][1]

    plan = GamePlan(contest.game, contest.options, bout.players, contest.study, bout.deal, LONGEST)
    played = play_out(plan, made)
    outcome = played.outcome
    assert outcome is not None
    names = dict.fromkeys(bout.players)
    of = {name: [watch for whose, watch in watched if whose == name] for name in names}
    return BoutResult(
        key=bout.key,
        pair=bout.pair,
        deal=bout.deal,
        players=bout.players,
        wins=win_shares(outcome, contest.seats),
        points=points(outcome, contest.seats),
        reason=outcome.reason,
        moves={name: sum(watch.moves for watch in of[name]) for name in names},
        seconds={name: round(sum(watch.seconds for watch in of[name]), 6) for name in names},
        longest={name: round(max(watch.longest for watch in of[name]), 6) for name in names},
        luck=luck_of(take_down(contest.game), played) if contest.control else (),
        record=to_row(played),
    )


# -- control variates --------------------------------------------------------------------------
#
# The luck of the draw taken off results in points, so that fewer games tell as much. At every draw: what the position
# is worth to whoever decides next, less the mean over all that could have been drawn, by their odds. Whatever the
# players do, that is 0 in the mean, so results stay unbiased. What it is worth is said by a bot that the game names in
# its room ``value.py`` (``CONTROL``), times a number that was fitted to other games (decision 71).

VALUE_SEED: Final = 1
"""The bot that values positions draws its lots by this: what it says does not change the result in the mean."""


class NoControl(SheepfoldError):
    """The game names nobody who values its draws."""


def control_of(game: AnyGame) -> Control:
    """Raises NoControl."""
    found: Control | None = getattr(SHELF.room(game.name, "value"), "CONTROL", None)
    if found is None:
        raise NoControl(f"{game.title} has no value of its draws that could be subtracted.")
    return found


def luck(game: AnyGame, record: Record, control: Control, bot: Weighing) -> tuple[float, ...]:
    """How many points the draws of a game brought each seat beyond what was to be expected."""
    seats, total = len(record.seats), [0.0] * len(record.seats)
    for step in replay(game, record):
        if step.seat != NATURE:
            continue
        for move, chance in chances(game, step.before).items():
            seat, value = _worth(game, game.apply(step.before, NATURE, move)[0], bot)
            part = control.times * value * ((move == step.move) - chance)
            for other in range(1, seats + 1):
                total[other - 1] += part if other == seat else -part / (seats - 1) if seat else 0.0
    return tuple(total)


def _worth(game: AnyGame, state: Any, bot: Weighing) -> tuple[Seat, float]:
    """Who decides next, and what the best move is worth to them; nobody, if NATURE goes on or it is over."""
    waiting = game.to_move(state)
    if len(waiting) != 1 or NATURE in waiting:
        return NATURE, 0.0
    (seat,) = waiting
    return seat, bot.weigh(game.view(state, seat), Random(VALUE_SEED)).moves[0][1]


def luck_of(game: AnyGame, record: Record) -> tuple[float, ...]:
    """The same by the game's own control. Raises NoControl."""
    control = control_of(game)
    bot = equipped(game, control.bot)
    assert isinstance(bot, Weighing)
    return luck(game, record, control, bot)


# -- on disk -----------------------------------------------------------------------------------


def header(contest: Contest) -> str:
    """The first line of a file of results: what they are results of."""
    return json.dumps({"contest": asdict(contest)}, sort_keys=True)


def line(result: BoutResult) -> str:
    """One game, its record as text in it: ``sheepfold replay`` takes the file."""
    return json.dumps(asdict(result))


def read(contest: Contest, lines: Iterable[str]) -> dict[str, BoutResult]:
    """The results in a file by their keys; a last line that was cut off is left out. Raises OtherContest."""
    found: dict[str, BoutResult] = {}
    for number, text in enumerate(lines):
        if not number:
            if _but_for_bots(text.rstrip("\n")) != _but_for_bots(header(contest)):
                raise OtherContest("This file holds the games of another contest; name another file.")
            continue
        try:
            given = json.loads(text)
        except ValueError:
            continue
        given.pop("record", None)  # nobody asks for it again, and thousands would fill the memory
        given |= {name: tuple(given[name]) for name in ("pair", "players", "wins", "points", "luck")}
        found[given["key"]] = BoutResult(**given)
    return found


def _but_for_bots(text: str) -> Any:
    """What two contests must have in common to share their games: a bot more or less changes none of them."""
    try:
        contest = json.loads(text)["contest"]
        return {name: value for name, value in contest.items() if name not in ("bots", "ladder")}
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def missing(
    contest: Contest, pairs: Sequence[tuple[str, str]], deals: range, done: Mapping[str, Any]
) -> Iterator[Bout]:
    """What is still to be played, deal by deal, so that all pairs come on together."""
    planned = set(done)
    for deal in deals:
        for pair in pairs:
            for bout in contest.bouts(pair, deal):
                if bout.key not in planned:
                    planned.add(bout.key)
                    yield bout
