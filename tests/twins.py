"""Two games that one viewer cannot tell apart: the same told, other secrets.

Two worlds are played side by side, moment by moment. Whatever somebody does in the one, somebody does the
like in the other, so that the viewer is told the same facts and sees the same view; everything else is
chosen to differ. Steps of which the viewer is told nothing happen in one world only.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from sheepfold.core.contract import NATURE, Move, Seat
from sheepfold.core.contract.bot import random_move
from sheepfold.core.errors import MoveError
from sheepfold.core.records import chance
from sheepfold.core.records.progress import AnyGame, Step, play
from support import heard

Steps: TypeAlias = tuple[Step, ...]

TRIES = 60
"""Moves that are tried before two worlds count as unable to go on together."""
GAMES = 40
"""Pairs of worlds that are begun to find one that goes on for long enough."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How two worlds are led beside each other."""

    alike: bool = False
    """Everybody moves alike in both, and only NATURE and secret steps differ. Such worlds stay together where the rules
    reveal what was chosen, as at the end of a round of Woolf!!."""
    by_facts: bool = False
    """The viewer is told the same, whether or not they see the same: that remains to be seen."""


FREELY = Manner()


@dataclass(frozen=True, slots=True)
class Moment:
    """What happens at one time: in each world a player's step with NATURE's after it, or nothing."""

    steps: tuple[Steps, Steps]
    states: tuple[Any, Any]
    """How the two worlds stand afterwards."""
    told: bool
    """Whether the viewer is told anything."""


@dataclass(frozen=True, slots=True)
class Twins:
    """The first moment is the start: NATURE alone."""

    game: AnyGame
    options: Any
    seats: int
    viewer: Seat | None
    moments: tuple[Moment, ...]

    @property
    def apart(self) -> int:
        """The moments after which the two worlds hold different secrets."""
        return sum(bool(one != other) for one, other in (moment.states for moment in self.moments))

    @property
    def blind(self) -> bool:
        """Whether there is anything that the viewer does not know."""
        rng = Random(1)
        true = [moment.states[0] for moment in self.moments for _ in range(3)]
        return any(self.game.imagine(self.game.view(state, self.viewer), rng) != state for state in true)


def twins(
    game: AnyGame, options: Any, seats: int, viewer: Seat | None, moments: int, rng: Random, manner: Manner = FREELY
) -> Twins:
    """The pair of worlds that stays apart longest, of those that were tried."""
    best: Twins | None = None
    for _ in range(GAMES):
        found = pair(game, options, seats, viewer, moments, rng, manner)
        if best is None or (found.apart, len(found.moments)) > (best.apart, len(best.moments)):
            best = found
        if len(best.moments) == moments and (2 * best.apart > moments or not best.blind):
            break
    assert best is not None
    return best


def pair(
    game: AnyGame, options: Any, seats: int, viewer: Seat | None, moments: int, rng: Random, manner: Manner = FREELY
) -> Twins:
    """Two worlds for as long as they go on together, or so many moments."""
    played = tuple(_moments(game, options, seats, viewer, moments, rng, manner))
    return Twins(game, options, seats, viewer, played)


def single(game: AnyGame, options: Any, seats: int, viewer: Seat | None, moments: int, rng: Random) -> Twins:
    """One game, twice: whoever compares imagines the other world."""
    state = game.start(options, seats)
    steps = tuple(_nature(game, state, (), rng))
    found = [_moment(viewer, (state, steps), (state, steps))]
    while len(found) < moments:
        state = found[-1].states[0]
        seat = rng.choice(sorted(game.to_move(state)))
        steps = _turn(game, state, seat, random_move(game, state, seat, rng), (), rng)
        if game.outcome(_end(state, steps)) is not None:
            break
        found.append(_moment(viewer, (state, steps), (state, steps)))
    return Twins(game, options, seats, viewer, tuple(found))


def _moments(
    game: AnyGame, options: Any, seats: int, viewer: Seat | None, moments: int, rng: Random, manner: Manner
) -> Iterator[Moment]:
    state = game.start(options, seats)
    found: Moment | None = _start(game, state, viewer, rng, manner)
    for number in range(1, moments + 1):
        if found is None:
            return
        yield found
        secretly = _secretly(game, found.states, seats, viewer, rng, manner) if number % 8 == 1 else None
        found = secretly or _openly(game, found.states, viewer, rng, manner)


def _start(game: AnyGame, state: Any, viewer: Seat | None, rng: Random, manner: Manner) -> Moment:
    drawn = tuple(_nature(game, state, (), rng))
    for _ in range(10 * TRIES):
        like = tuple(_nature(game, state, drawn, rng))
        if like != drawn and _alike(game, viewer, (state, drawn), (state, like), manner):
            return _moment(viewer, (state, drawn), (state, like))
    return _moment(viewer, (state, drawn), (state, drawn))


def _openly(game: AnyGame, worlds: tuple[Any, Any], viewer: Seat | None, rng: Random, manner: Manner) -> Moment | None:
    """Somebody who is to move moves in both worlds; differently, if the viewer cannot see that."""
    one, other = worlds
    assert game.to_move(one) == game.to_move(other), "whom the game waits for is public"
    for _ in range(TRIES):
        seat = rng.choice(sorted(game.to_move(one)))
        move = random_move(game, one, seat, rng)
        steps = _turn(game, one, seat, move, (), rng)
        if not _told(None, steps) and (seat != viewer or rng.randrange(8)):
            continue  # now and then the viewer makes a secret step of their own
        for again in (move,) if seat == viewer or manner.alike else (*_others(game, other, seat, move, rng), move):
            with suppress(MoveError):
                like = _turn(game, other, seat, again, steps, rng)
                if _alike(game, viewer, (one, steps), (other, like), manner):
                    return _moment(viewer, (one, steps), (other, like))
    return None


def _others(game: AnyGame, state: Any, seat: Seat, move: Move, rng: Random) -> Iterator[Move]:
    """Some other moves that the seat could make."""
    for _ in range(4):
        found = random_move(game, state, seat, rng)
        if found != move:
            yield found


def _secretly(
    game: AnyGame, worlds: tuple[Any, Any], seats: int, viewer: Seat | None, rng: Random, manner: Manner
) -> Moment | None:
    """Somebody makes a move of which the viewer is told nothing, in one of the worlds only."""
    one, other = worlds
    for _ in range(TRIES):
        seat, here = rng.randint(1, seats), rng.random() < 0.5
        state = one if here else other
        if seat == viewer or not any(True for _ in game.parts(state, seat, ())):
            continue
        steps = _turn(game, state, seat, random_move(game, state, seat, rng), (), rng)
        if _alike(game, viewer, (state, steps), (state, ()), manner):
            return _moment(viewer, (one, steps if here else ()), (other, () if here else steps))
    return None


# -- steps -------------------------------------------------------------------------------------


def _turn(game: AnyGame, state: Any, seat: Seat, move: Move, like: Steps, rng: Random) -> Steps:
    """A player's move and NATURE's after it. Raises IllegalNow."""
    step = play(game, state, seat, move, 0)
    return (step, *_nature(game, step.state, like[1:], rng))


def _nature(game: AnyGame, state: Any, like: Steps, rng: Random) -> Iterator[Step]:
    """NATURE's moves: any, or close to those of the other world."""
    models = iter(like)
    while game.to_move(state) == {NATURE}:
        step = play(game, state, NATURE, _drawn(game, state, next(models, None), rng), 0)
        yield step
        state = step.state


def _drawn(game: AnyGame, state: Any, like: Step | None, rng: Random) -> Move:
    """A draw; mostly one whose parts are those of another in another order, such as a deal of the same cards."""
    move = list(like.move) if like is not None and rng.random() < 0.8 else []
    for _ in range(rng.randint(1, 4) if len(move) > 1 else 0):
        one, other = rng.sample(range(len(move)), 2)
        move[one], move[other] = move[other], move[one]
    try:
        game.apply(state, NATURE, tuple(move))
    except MoveError:
        return chance.draw(game, state, rng.randbytes(chance.SEED_BYTES), 0)
    return tuple(move)


def _alike(
    game: AnyGame, viewer: Seat | None, one: tuple[Any, Steps], other: tuple[Any, Steps], manner: Manner
) -> bool:
    """Whether the viewer is told the same and sees the same, the same people are to move, and both games go on."""
    here, there = _end(*one), _end(*other)
    if any(game.outcome(end) is not None for end in (here, there)) or game.to_move(here) != game.to_move(there):
        return False
    if _told(viewer, one[1]) != _told(viewer, other[1]):
        return False
    return manner.by_facts or bool(game.view(here, viewer) == game.view(there, viewer))


def _told(viewer: Seat | None, steps: Steps) -> list[list[Any]]:
    """The viewer's events: the facts of every step that tells something."""
    return [facts for step in steps if (facts := heard(step.told, viewer))]


def _end(state: Any, steps: Steps) -> Any:
    return steps[-1].state if steps else state


def _moment(viewer: Seat | None, one: tuple[Any, Steps], other: tuple[Any, Steps]) -> Moment:
    return Moment((one[1], other[1]), (_end(*one), _end(*other)), bool(_told(viewer, one[1])))
