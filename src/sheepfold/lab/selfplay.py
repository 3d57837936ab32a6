"""Self-play: bots at every seat, one record per game, the same from the same seed on any number of processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from types import ModuleType
from typing import Any, Final, NamedTuple

from sheepfold.bots import RANDOM, lab_bot
from sheepfold.bots.compiled import warm
from sheepfold.core.contract import Move, Outcome, Seat
from sheepfold.core.contract.bot import Bot, Compiled, Means, random_move
from sheepfold.core.records import chance
from sheepfold.core.records.luck import Luck, SaidMove
from sheepfold.core.records.progress import AnyGame, Progress, recorded
from sheepfold.core.records.record import Record, to_row
from sheepfold.core.scores import Scores
from sheepfold.games import SHELF
from sheepfold.games import game as take_down
from sheepfold.lab import farm

COMPILED_FROM = 1000
"""So many random games are played by a kernel: for fewer the compiler takes longer to load than it saves."""
BUNDLE = 50
"""So many games that a kernel plays are handed over together."""
BROKEN_OFF: Final = Outcome((), Scores(), "aborted")
"""The outcome of a game that took too long."""


@dataclass(frozen=True, slots=True)
class GamePlan:
    """One game to be played: everything that decides its course."""

    game: str
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    study: str
    """The seed of the whole study."""
    number: int
    """Which game of the study this is."""
    longest: int
    """A game that is not over after so many moves is broken off."""
    compiled: bool = False
    """Whether a kernel may play it, if it can: that changes nothing but how long it takes, and is worth it for many."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A record as JSON, and whether its game came to an end by itself."""

    number: int
    record: str
    ended: bool


def equipped(game: AnyGame, name: str, effort: float = 1.0) -> Bot:
    """A bot with its game's kernel, if it has use for one; that is compiled before the first move."""
    made = lab_bot(game, name, means=Means(None, effort))
    if isinstance(made, Compiled):
        made.equip(Means(kernel_of(game.name), effort))
    return made


@cache
def kernel_of(game: str) -> ModuleType | None:
    """The kernel of a game on the shelf, warmed once in a process."""
    return warm(SHELF, game)


def play_out(plan: GamePlan, made: Callable[[AnyGame, str], Bot] = equipped) -> Record:
    """The record of a game between bots, which ``made`` makes. A game that is too long ends as "aborted"."""
    game = take_down(plan.game)
    players = [made(game, name) for name in plan.bots]
    return _by_rules(plan, lambda state, seat, rng: players[seat - 1].choose(game.view(state, seat), rng))


def play_at_random(plan: GamePlan) -> Record:
    """The record that ``play_out`` gives when everybody plays at random, for less.

    A kernel plays the whole game where it can and may. Else moves are drawn in the game's own state: what a seat may do
    does not depend on what it cannot know, so these are the moves that it would draw by its view.
    """
    game, said = take_down(plan.game), said_at_random(plan)
    if said is not None:
        return record_of_said(plan, said)
    return _by_rules(plan, lambda state, seat, rng: random_move(game, state, seat, rng))


def _by_rules(plan: GamePlan, choose: Callable[[Any, Seat, Random], Move]) -> Record:
    game, (options, seed, rngs) = take_down(plan.game), _luck(plan)
    begun = Progress.begin(game, options, len(plan.bots), seed)
    run = begun.run(lambda now, seat: choose(now.state, seat, rngs[seat - 1]))
    steps = list(islice(run, plan.longest))
    ended = begun.after(steps[-1]).outcome if steps else None
    return recorded(game, options, plan.bots, seed, steps, ended or BROKEN_OFF)


class SaidGame(NamedTuple):
    """A random game as a kernel played it."""

    options: Any
    seed: bytes
    moves: list[SaidMove]
    outcome: Outcome | None
    """None: it was broken off."""


def said_at_random(plan: GamePlan) -> SaidGame | None:
    """The random game by the game's kernel; None: it has none, or may not be used."""
    room = random_games(plan.game) if plan.compiled else None
    if room is None:
        return None
    options, seed, rngs = _luck(plan)
    return SaidGame(options, seed, *room.play(options, len(plan.bots), Luck(seed, rngs), plan.longest))


def record_of_said(plan: GamePlan, said: SaidGame) -> Record:
    """Its record."""
    game, outcome = take_down(plan.game), said.outcome or BROKEN_OFF
    return recorded(game, said.options, plan.bots, said.seed, said.moves, outcome)


def _luck(plan: GamePlan) -> tuple[Any, bytes, list[Random]]:
    """The options of a game, its seed, and the generator of every seat."""
    rngs = [chance.rng_from(plan.study, plan.number, seat) for seat in range(1, len(plan.bots) + 1)]
    return take_down(plan.game).options.make(plan.options), chance.seed_from(plan.study, plan.number), rngs


@cache
def random_games(game: str) -> Any:
    """The room of a game's kernel in which it plays random games; None: it has none, or cannot be compiled here."""
    made = getattr(kernel_of(game), "RandomGames", None)
    return None if made is None else made()


def played(plan: GamePlan) -> Record:
    """The record of a game, by whichever way is quicker."""
    try:
        return play_at_random(plan) if set(plan.bots) == {RANDOM} else play_out(plan)
    except Exception as error:
        error.add_note(f"This was game {plan.number} of {plan}.")
        raise


def play_one(plan: GamePlan) -> PlayedGame:
    """As ``played``, in a form that travels cheaply between processes."""
    record = played(plan)
    assert record.outcome is not None
    return PlayedGame(plan.number, to_row(record), record.outcome.reason != "aborted")


def play_some(plans: Sequence[GamePlan]) -> list[PlayedGame]:
    return list(map(play_one, plans))


def bundled(plans: Iterable[GamePlan]) -> Iterator[tuple[GamePlan, ...]]:
    """What one process is given at a time: games that a kernel plays take less time than to be handed over."""
    left = iter(plans)
    for plan in left:
        yield (plan, *islice(left, BUNDLE - 1)) if plan.compiled else (plan,)


def play_all(plans: Iterable[GamePlan], jobs: int, cluster: str | None = None) -> Iterator[PlayedGame]:
    """Every game in the order of the plans, ``jobs`` at a time, here or on a cluster. Raises MissingExtra."""
    if jobs == 1 and cluster is None:
        yield from map(play_one, plans)
        return
    for some in farm.spread(play_some, bundled(plans), jobs, cluster, in_order=True):
        yield from some
