"""Many games of Mutton side by side in arrays, for programs that learn: part by part, by the kernel's functions.

Parts are counted as ``numbers`` counts them: cells, letters, letters whose neighbours run, ``pass``, ``stop``.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Self, TypeAlias

import numpy as np
from numba import njit

from sheepfold.core.contract import Outcome
from sheepfold.core.contract.numbers import NumberedGame
from sheepfold.core.scores import Scores
from sheepfold.games.mutton import GAME, terms, view
from sheepfold.games.mutton.board import OFF
from sheepfold.games.mutton.kernel import (
    BERSERK,
    ESCAPE,
    HUDDLE,
    SHOTGUN,
    company,
    die,
    flags_of,
    free_cells,
    go_home,
    loners,
    neighbours,
    one_kind_left,
    points_of,
    prey,
    run,
    shoot,
    snug,
)
from sheepfold.games.mutton.numbers import FATES, KINDS, PHASES
from sheepfold.games.mutton.terms import Options

Array: TypeAlias = "np.ndarray[Any, Any]"

PLACE, CHOOSE, WOLF, FARMER = range(4)
assert PHASES[:4] == ("place", "choose", "wolf", "farmer")
KILL, STAND, ESCAPED, SHOT = range(4)
assert KINDS[:4] == (terms.KILL, terms.STAND, terms.ESCAPE, terms.SHOT)
ALIVE, DEAD, HOME = range(len(FATES))
assert FATES == (view.ALIVE, view.DEAD, view.HOME)


class LaneFlocks(NamedTuple):
    """How a batch is played, and its games."""

    flags: int
    reveal: bool
    pack: int
    most: int
    """The most points that a Wolf can make."""
    target: int
    """What a single game has for a target, or 0."""
    last: int
    """The last round, from 0."""
    near: Array
    at: Array
    cells: Array
    secret: Array
    """By game, as the kernel has them."""
    stood: Array
    """By game: the cells before the move that is being built."""
    phase: Array
    deed: Array
    """By game: its phase, and the kind of the last deed, or -1."""
    round: Array
    points: Array
    """By game: the round, and what the Wolf made in each."""
    beside: Array
    cleared: Array
    """By game: what was seen of its flock, as the planes have it."""
    witnesses: Array
    """By game: who stood beside the victim of the flight under way."""
    history: Array
    known: Array
    """By game: the numbers of all that was said since it began, and how many these are."""
    length: Array
    """By game: how many of the last parts are the move that is being built."""
    goals: Array
    """Room for the cells that somebody may run to."""


class FlockPlanes(NamedTuple):
    """Planes of an observation, by game."""

    role: Array
    cells: Array
    fate: Array
    wolf: Array
    beside_victim: Array
    cleared: Array
    last: Array
    phase: Array
    score: Array
    target: Array
    so_far: Array


@njit(cache=True)
def begin_round(b: LaneFlocks, lane: int, which: int) -> None:
    b.at[lane] = -1
    b.cells[lane] = b.stood[lane] = OFF
    b.secret[lane, 0], b.secret[lane, 1], b.secret[lane, 2] = (1 << b.cells.shape[1]) - 1, 0, 0
    b.phase[lane], b.deed[lane], b.round[lane], b.length[lane] = PLACE, -1, which, 0
    b.beside[lane], b.cleared[lane] = 0, 0


@njit(cache=True)
def begin(b: LaneFlocks, lanes: Array) -> None:
    """Begin these games anew."""
    for lane in lanes:
        begin_round(b, lane, 0)
        b.known[lane] = 0


@njit(cache=True)
def after_victim(b: LaneFlocks, lane: int, victim: int) -> int:
    """The living when a victim has died."""
    alive: int = b.secret[lane, 0] & ~(1 << victim)
    return alive


@njit(cache=True)
def havens(b: LaneFlocks, lane: int, victim: int) -> int:
    """Write down where the next one may run from a victim, in no order; how many cells, 0 if nobody has to or can."""
    near, at, alive, corpse = b.near, b.at[lane], after_victim(b, lane, victim), b.cells[lane, victim]
    waiting = company(near, at, alive, corpse)
    number = free_cells(near, at, corpse, b.goals) if waiting else 0
    front = snug(near, at, alive & ~(waiting & -waiting), b.goals, number) if b.flags & HUDDLE else 0
    for place in range(front):
        b.goals[place] = b.goals[b.goals[len(at) + place]]
    return front if front else number


@njit(cache=True)
def finished(b: LaneFlocks, lane: int, kind: int, berserk: bool) -> bool:
    """A deed is done; whether the game is over with it."""
    if not berserk and not one_kind_left(b.secret[lane]):
        b.deed[lane], b.phase[lane], b.length[lane] = kind, WOLF + FARMER - b.phase[lane], 0
        b.stood[lane] = b.cells[lane]
        return False
    now = b.round[lane]
    b.points[lane, now] = points_of(b.secret[lane], b.cells.shape[1])
    if now == b.last:
        return True
    begin_round(b, lane, now + 1)
    return False


@njit(cache=True)
def say_part(b: LaneFlocks, lane: int, part: int) -> bool:
    """Say one part; whether the game is over with it."""
    at, cells, secret = b.at[lane], b.cells[lane], b.secret[lane]
    field, flock = len(at), len(cells)
    b.history[lane, b.known[lane]] = part
    b.known[lane] += 1
    b.length[lane] += 1
    length = b.length[lane]
    move = b.history[lane, b.known[lane] - length : b.known[lane]]
    if b.phase[lane] == PLACE:
        if length == flock:
            for animal in range(flock):
                cells[animal] = move[animal]
                at[move[animal]] = animal
            b.stood[lane] = cells
            b.phase[lane], b.length[lane] = CHOOSE, 0
        return False
    if b.phase[lane] == CHOOSE:
        if length == b.pack:
            for letter in move:
                secret[1] |= 1 << (letter - field)
            b.phase[lane], b.length[lane] = WOLF, 0
        return False
    first = move[0] - field
    if first == 2 * flock:
        if b.phase[lane] == WOLF:
            for animal in range(flock):
                if secret[0] >> animal & 1 and company(b.near, at, secret[0], cells[animal]):
                    b.cleared[lane, animal] = 1
        return finished(b, lane, STAND, False)
    if first >= flock:
        victim = first - flock
        alive = after_victim(b, lane, victim)
        waiting = company(b.near, at, alive, cells[victim])
        if length > 1:
            runner = 0
            while not waiting >> runner & 1:
                runner += 1
            run(at, cells, runner, part)
        else:
            b.witnesses[lane] = waiting
        if havens(b, lane, victim):
            return False
        if b.phase[lane] == FARMER:
            return finished(b, lane, SHOT, shoot(at, cells, secret, b.flags, 1 << victim))
        for animal in range(flock):
            if b.witnesses[lane] >> animal & 1:
                b.beside[lane, victim, animal] = 1
        die(at, cells, secret, b.flags, 1 << victim)
        return finished(b, lane, KILL, False)
    if b.phase[lane] == WOLF:
        go_home(at, cells, secret, first)
        return finished(b, lane, ESCAPED, False)
    gone = 0
    for letter in move:
        if letter - field < flock:
            gone |= 1 << (letter - field)
    if b.flags & BERSERK and part < field + flock and secret[0] & ~((2 << (part - field)) - 1):
        return False
    return finished(b, lane, SHOT, shoot(at, cells, secret, b.flags, gone))


@njit(cache=True)
def say(b: LaneFlocks, parts: Array, over: Array) -> None:
    """Say one legal part in every game."""
    for lane in range(len(parts)):
        over[lane] = say_part(b, lane, parts[lane])


@njit(cache=True)
def write_legal(b: LaneFlocks, lane: int, move: Array, mask: Array) -> None:
    """Mark what may be said: ``rules.ahead``."""
    at, cells, secret = b.at[lane], b.cells[lane], b.secret[lane]
    field, flock, length = len(at), len(cells), len(move)
    pass_, first = field + 2 * flock, move[0] - field if length else 0
    if b.phase[lane] == PLACE:
        mask[:field] = True
        for cell in move:
            mask[cell] = False
    elif b.phase[lane] == CHOOSE:
        after = move[length - 1] + 1 if length else field
        mask[after : field + flock - (b.pack - length) + 1] = True
    elif length and first >= flock:
        for place in range(havens(b, lane, first - flock)):
            mask[b.goals[place]] = True
    elif length:
        for letter in range(move[length - 1] + 1 - field, flock):
            mask[field + letter] = secret[0] >> letter & 1
        mask[pass_ + 1] = True
    elif b.phase[lane] == WOLF:
        victims = prey(b.near, at, cells, secret[0], secret[1])
        homeward = loners(b.near, at, cells, secret[0], secret[1]) if b.flags & ESCAPE else 0
        for animal in range(flock):
            mask[field + animal] = homeward >> animal & 1
            mask[field + flock + animal] = victims >> animal & 1
        mask[pass_] = victims == 0
    else:
        letters = field + (flock if b.flags & SHOTGUN else 0)
        for animal in range(flock):
            mask[letters + animal] = secret[0] >> animal & 1
        mask[pass_] = b.deed[lane] != STAND


@njit(cache=True)
def look(b: LaneFlocks, planes: FlockPlanes, mask: Array, seats: Array) -> None:
    """Fill zeros with what the seat sees that is to move, and with what it may say."""
    for lane in range(len(seats)):
        secret, phase, now, known = b.secret[lane], b.phase[lane], b.round[lane], b.known[lane]
        move = b.history[lane, known - b.length[lane] : known]
        write_legal(b, lane, move, mask[lane])
        farmer = phase in (PLACE, FARMER)
        seats[lane] = 1 + (now + farmer) % 2
        planes.role[lane, int(farmer)] = planes.phase[lane, phase] = 1
        for animal in range(b.cells.shape[1] if phase != PLACE else 0):
            wolf, fate = secret[1] >> animal & 1, ALIVE if secret[0] >> animal & 1 else DEAD
            if secret[2] >> animal & 1:
                fate = HOME
            planes.fate[lane, fate, animal] = 1
            if b.stood[lane, animal] != OFF:
                planes.cells[lane, animal, b.stood[lane, animal]] = 1
            if phase == WOLF or fate == HOME or (fate == DEAD and b.reveal):
                planes.wolf[lane, 1 - wolf, animal] = 1
        planes.beside_victim[lane] = b.beside[lane]
        planes.cleared[lane] = b.cleared[lane]
        if b.deed[lane] >= 0:
            planes.last[lane, b.deed[lane]] = 1
        if phase != FARMER or b.reveal:
            planes.score[lane, 0] = points_of(secret, b.cells.shape[1]) / b.most
        planes.target[lane, 0] = (b.points[lane, 0] if now else b.target) / b.most
        for place in range(len(move)):
            planes.so_far[lane, move[place]] = place + 1


class LaneGames:
    """So many games at once."""

    def __init__(self, options: Options, numbers: NumberedGame, n: int) -> None:
        self._options, self._numbers = options, numbers
        near, flock = neighbours(options.size), options.num_sheep
        self._flocks = LaneFlocks(
            flags=flags_of(options),
            reveal=options.reveal,
            pack=options.num_wolves,
            most=options.most_points,
            target=GAME.inner.target(options) or 0,
            last=int(GAME.swaps(options)),
            near=near,
            at=np.zeros((n, len(near)), np.int64),
            cells=np.zeros((n, flock), np.int64),
            secret=np.zeros((n, 3), np.int64),
            stood=np.zeros((n, flock), np.int64),
            phase=np.zeros(n, np.int64),
            deed=np.zeros(n, np.int64),
            round=np.zeros(n, np.int64),
            points=np.zeros((n, 2), np.int64),
            beside=np.zeros((n, flock, flock), np.float32),
            cleared=np.zeros((n, flock), np.float32),
            witnesses=np.zeros(n, np.int64),
            history=np.zeros((n, numbers.longest or 0), np.int64),
            known=np.zeros(n, np.int64),
            length=np.zeros(n, np.int64),
            goals=np.zeros(2 * len(near), np.int64),
        )

    @classmethod
    def made(cls, options: Options, seats: int, numbers: NumberedGame, window: int, n: int, seed: int) -> Self | None:
        """None where they are played by the rules alone: with an auction, or with wolves that spell a word."""
        return None if options.bid or options.dictionary else cls(options, numbers, n)

    def begin(self, lanes: Array) -> None:
        """Begin these anew."""
        begin(self._flocks, lanes)

    def say(self, parts: Array, over: Array) -> None:
        """Say one legal part in every game; mark those that are over."""
        say(self._flocks, parts, over)

    def outcome(self, lane: int) -> Outcome:
        """How a game that is over ended."""
        points = self._flocks.points[lane, : self._flocks.last + 1].tolist()
        return GAME.judged(self._options, (), Scores(enumerate(points, 1)))

    def look(self, observation: Array, mask: Array, seat: Array) -> None:
        """Fill zeros."""
        planes = self._numbers.cut(observation)
        look(self._flocks, FlockPlanes(*map(planes.__getitem__, FlockPlanes._fields)), mask, seat)
        if "game" in planes:
            planes["game"][np.arange(len(seat)), self._flocks.round] = 1

    def truth(self) -> Array:
        """Who is a wolf."""
        return self._flocks.secret[:, 1:2] >> np.arange(self._options.num_sheep) & 1

    def history(self, lane: int) -> list[int]:
        """The numbers of all that was said in a game since it began."""
        found: list[int] = self._flocks.history[lane, : self._flocks.known[lane]].tolist()
        return found
