"""The fuzzer: random options, random play, and everything a player may look at or type on the way.

It hunts for crashes, dead ends (the game waits for somebody who cannot move) and endless games.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from sheepfold.core import chance, plain
from sheepfold.core.bot import random_move
from sheepfold.core.contract import NATURE, Move, Outcome, Seat
from sheepfold.core.errors import MoveError
from sheepfold.core.look.svg import svg
from sheepfold.core.progress import AnyGame, play
from sheepfold.core.record import Record
from sheepfold.lab.sample import random_options

LOOKS = 8
"""One position in so many is also looked at: view, text, picture, JSON, prompt."""
LETTERS = "abKL019-:,;= /x\n\0٣ßé🐑"
"""What nonsense is made of: characters that notations use, and some that they do not."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong, and the game up to there."""

    reason: str
    record: Record


def hunt(game: AnyGame, study: str, number: int, longest: int) -> Fault | None:
    """Play one random game and look closely. The same study and number give the same game."""
    rng = chance.rng_from(study, game.name, number)
    seats = rng.choice(game.seats)
    options = random_options(game, seats, rng)
    seed = chance.seed_from(study, game.name, number)
    moves: list[tuple[Seat, str]] = []

    def fault(reason: str) -> Fault:
        names = tuple(f"Player {seat}" for seat in range(1, seats + 1))
        ending = Outcome((), (), "aborted")
        return Fault(
            reason,
            Record(
                game=game.name,
                version=game.version,
                options=options.to_json(),
                seats=names,
                commitment=chance.commitment(seed),
                moves=tuple(moves),
                seed=seed.hex(),
                outcome=ending,
            ),
        )

    move: Move | str = "nothing"
    try:
        state = game.start(options, seats)
        while waiting := game.to_move(state):
            if len(moves) >= longest:
                return fault(f"endless game: not over after {longest} moves")
            _look(game, state, seats, rng)
            seat = _mover(game, state, waiting, seats, rng)
            if not game.parts(state, seat, ()):
                return fault(f"dead end: seat {seat} is to move and cannot")
            move = "choosing a move"
            move = chance.draw(game, state, seed, len(moves)) if seat == NATURE else random_move(game, state, seat, rng)
            step = play(game, state, seat, move, len(moves))
            if game.read(state, seat, step.text) != move:
                return fault(f"{step.text!r} is not read back as {move}")
            moves.append((seat, step.text))
            state = step.state
        if game.outcome(state) is None:
            return fault("dead end: nobody is to move, but there is no outcome")
        _look(game, state, seats, rng, always=True)
    except Exception as error:
        # Whatever a game raises here is the find.
        return fault(f"crash: {type(error).__name__}: {error} (last move tried: {move})")
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
    plain.to_json(view)
    if seat is not None:
        nonsense = "".join(rng.choices(LETTERS, k=rng.randrange(12)))
        with suppress(MoveError):
            game.read(state, seat, nonsense)
