"""Random options and random play: the fuzzer, and golden records for every way of ending.

The fuzzer also does everything a player may look at or type on the way. It hunts for crashes, dead ends (the game waits
for somebody who cannot move) and endless games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from sheepfold.core.contract import NATURE, Move, Outcome, Seat
from sheepfold.core.contract.bot import random_move
from sheepfold.core.drawing.svg import svg
from sheepfold.core.duel import Duel, RoundOver
from sheepfold.core.errors import MoveError, OptionError
from sheepfold.core.options import Choice, Flag, Maybe, Option, Whole
from sheepfold.core.records import chance, to_json
from sheepfold.core.records.progress import AnyGame, Progress, Step, recorded, replay
from sheepfold.core.records.record import Record
from sheepfold.core.scores import Scores

LOOKS = 8
"""One position in so many is also looked at: view, text, picture, JSON, prompt."""
LETTERS = "abKL019-:,;= /x\n\0٣ßé🐑"
"""What nonsense is made of: characters that notations use, and some that they do not."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong, and the game up to there."""

    reason: str
    record: Record


class Finding(Exception):
    """What the hunt was for."""


def hunt(game: AnyGame, study: str, number: int, longest: int) -> Fault | None:
    """Play one random game and look closely. The same study and number give the same game."""
    rng = chance.rng_from(study, game.name, number)
    seats = rng.choice(game.seats)
    options = random_options(game, seats, rng)
    seed = chance.seed_from(study, game.name, number)
    steps: list[Step] = []
    tried: Move | str = "nothing"

    def mover(now: Progress, waiting: frozenset[Seat]) -> Seat:
        nonlocal tried
        if now.ply >= longest:
            raise Finding(f"endless game: not over after {longest} moves")
        _look(game, now.state, seats, rng)
        seat = _mover(game, now.state, waiting, seats, rng)
        if not game.parts(now.state, seat, ()):
            raise Finding(f"dead end: seat {seat} is to move and cannot")
        tried = "a draw" if seat == NATURE else "choosing a move"
        return seat

    def choose(now: Progress, seat: Seat) -> Move:
        nonlocal tried
        tried = chosen = random_move(game, now.state, seat, rng)
        return chosen

    try:
        now = Progress.begin(game, options, seats, seed)
        for step in now.run(choose, mover):
            if game.read(step.before, step.seat, step.text) != step.move:
                raise Finding(f"{step.text!r} is not read back as {step.move}")
            steps.append(step)
            now = now.after(step)
        if now.outcome is None:
            raise Finding("dead end: nobody is to move, but there is no outcome")
        _look(game, now.state, seats, rng, always=True)
    except Exception as error:
        # Whatever a game raises here is the find.
        crash = f"crash: {type(error).__name__}: {error} (last move tried: {tried})"
        names = tuple(f"Player {seat}" for seat in range(1, seats + 1))
        record = recorded(game, options, names, seed, steps, Outcome((), Scores(), "aborted"))
        return Fault(str(error) if isinstance(error, Finding) else crash, record)
    return None


def _mover(game: AnyGame, state: Any, waiting: frozenset[Seat], seats: int, rng: Random) -> Seat:
    """Somebody the game waits for; now and then somebody who may move out of turn."""
    if NATURE not in waiting and rng.randrange(LOOKS) == 0:
        eager = [s for s in range(1, seats + 1) if game.parts(state, s, ())]
        if eager:
            return rng.choice(eager)
    return rng.choice(sorted(waiting))


def _look(game: AnyGame, state: Any, seats: int, rng: Random, always: bool = False) -> None:
    """Everything a door would ask for at this position, for one seat or a spectator."""
    if not always and rng.randrange(LOOKS):
        return
    seat = rng.choice([None, *range(1, seats + 1)])
    view = game.view(state, seat)
    names = {n: f"Player {n}" for n in range(1, seats + 1)}
    game.text(view, names)
    game.prompt(view, names)
    svg(game.picture(view, names))
    to_json.to_json(view)
    if seat is not None:
        nonsense = "".join(rng.choices(LETTERS, k=rng.randrange(12)))
        with suppress(MoveError):
            game.read(state, seat, nonsense)


FEW_VALUES = 12
"""Numbers are drawn from the low end of long ranges: what they mean changes most there."""


def random_value(option: Option, rng: Random) -> Any:
    """A value the option itself accepts; half of the time its default."""
    if rng.random() < 0.5:
        return option.default
    match option:
        case Flag():
            return rng.random() < 0.5
        case Choice(among=among):
            return rng.choice(among)
        case Maybe(low=low, high=high):
            return rng.choice([None, rng.randint(low, min(high, low + FEW_VALUES))])
        case Whole(low=low, high=high):
            return rng.randint(low, min(high, max(low + FEW_VALUES, option.default)))
    return option.default


def random_options(game: AnyGame, seats: int, rng: Random) -> Any:
    """Options that fit each other and the number of seats, drawn until they do."""
    while True:
        given = {option.name: random_value(option, rng) for option in game.options.declared()}
        try:
            options = game.options.make(given)
            game.start(options, seats)
        except OptionError:
            continue
        return options


# -- golden records ----------------------------------------------------------------------------

MOST_MOVES = 10_000
"""Moves after which a game is given up."""


def endings(game: AnyGame) -> set[str]:
    """Every way of ending that wants a golden record: the game's, and those of the rounds inside."""
    return {*game.endings, *(game.inner.endings if isinstance(game, Duel) else ())}


def ended(game: AnyGame, record: Record) -> set[str]:
    """The ways of ending that a record shows."""
    return _shown(replay(game, record), record)


def _shown(steps: Iterable[Step], record: Record) -> set[str]:
    facts = [told.fact for step in steps for told in step.told]
    over = {record.outcome.reason} if record.outcome is not None else set()
    return over | {fact.reason for fact in facts if isinstance(fact, RoundOver)}


def golden_records(game: AnyGame, wanted: set[str], study: str, games: int) -> Mapping[str, Record]:
    """A record for each of these endings that random games with random options come to; the same study, the same
    records."""
    missing, records = set(wanted), {}
    for number in range(1, games + 1):
        if not missing:
            break
        record, shown = _random_game(game, study, number)
        for ending in sorted(shown & missing):
            records[ending] = record
        missing -= shown
    return records


def _random_game(game: AnyGame, study: str, number: int) -> tuple[Record, set[str]]:
    rng, seed = chance.rng_from(study, game.name, number), chance.seed_from(study, game.name, number)
    seats = rng.choice(game.seats)
    options = random_options(game, seats, rng)
    now = Progress.begin(game, options, seats, seed)
    steps: list[Step] = []
    for step in now.run(lambda now, seat: random_move(game, now.state, seat, rng)):
        steps.append(step)
        now = now.after(step)
        if len(steps) == MOST_MOVES:
            break
    record = recorded(game, options, ("random",) * seats, seed, steps, now.outcome)
    return record, _shown(steps, record)
