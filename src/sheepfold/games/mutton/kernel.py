"""Compiled play: legal moves and random games of Mutton on flat arrays filled from a state.

Only whoever plays many games loads this room (``bots.compiled`` does): Numba takes seconds to import and to compile.
Fields have up to 169 cells, more than a machine word has bits, so what ``board`` does with masks of cells is done here
with arrays; masks of animals are the same. A test holds every move against the rules.

``at`` says for each cell which animal stands or lies there, -1 where none does; ``near`` lists the neighbours of each
cell, -1 where there are fewer than six.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, TypeAlias

import numpy as np
from numba import njit

from sheepfold.core.hexes import hexagon
from sheepfold.games.mutton.board import OFF
from sheepfold.games.mutton.terms import HOMECOMING, QUICK_TARGET, Options

Array: TypeAlias = "np.ndarray[Any, Any]"

BERSERK, REMOVE, ESCAPE, SHOTGUN, HUDDLE = 1, 2, 4, 8, 16
"""Options that change what may be done."""
PASSED, KILLED, ESCAPED, SHOT, SCARED, END = 1000, 1100, 1200, 1300, 1400, -1
"""Words of a log: a kind of deed plus its animal, then the goals of a flight or further victims, then the end."""
LONGEST: Final = 4096
OPTIONS: Final = {"quick": QUICK_TARGET}
"""How the games of ``playouts`` are played: one each."""


@njit(cache=True)
def draw(rng: Array, number: int) -> int:
    """A number below ``number``: xorshift, good enough to wander by, and the same everywhere."""
    rng[0] ^= rng[0] << np.uint64(13)
    rng[0] ^= rng[0] >> np.uint64(7)
    rng[0] ^= rng[0] << np.uint64(17)
    return int((rng[0] >> np.uint64(33)) * np.uint64(number) >> np.uint64(31))


@njit(cache=True)
def company(near: Array, at: Array, alive: int, cell: int) -> int:
    """The living animals beside a cell."""
    found = 0
    for way in range(6):
        other = near[cell, way]
        if other >= 0 and at[other] >= 0:
            found |= alive & (1 << at[other])
    return found


@njit(cache=True)
def prey(near: Array, at: Array, cells: Array, alive: int, wolves: int) -> int:
    """The living animals that a living wolf can reach."""
    found = 0
    for animal in range(len(cells)):
        if alive & wolves & (1 << animal):
            found |= company(near, at, alive, cells[animal])
    return found


@njit(cache=True)
def loners(near: Array, at: Array, cells: Array, alive: int, wolves: int) -> int:
    """The living wolves without living neighbours."""
    found = 0
    for animal in range(len(cells)):
        if alive & wolves & (1 << animal) and not company(near, at, alive, cells[animal]):
            found |= 1 << animal
    return found


@njit(cache=True)
def free_cells(near: Array, at: Array, corpse: int, found: Array) -> int:
    """Write down the empty cells away from the corpse, whose cell this is; how many. Each run takes one of them, and no
    cell becomes free meanwhile."""
    for way in range(6):
        other = near[corpse, way]
        if other >= 0 and at[other] == -1:
            at[other] = -2
    number = 0
    for cell in range(len(at)):
        if at[cell] == -1:
            found[number] = cell
            number += 1
    for way in range(6):
        other = near[corpse, way]
        if other >= 0 and at[other] == -2:
            at[other] = -1
    return number


@njit(cache=True)
def snug(near: Array, at: Array, others: int, found: Array, number: int) -> int:
    """Bring those of the free cells to the front that are beside others; how many of them there are, or all if none."""
    front = 0
    for place in range(number):
        if company(near, at, others, found[place]):
            found[front], found[place] = found[place], found[front]
            front += 1
    return front if front else number


@njit(cache=True)
def scare(
    near: Array,
    at: Array,
    cells: Array,
    alive: int,
    corpse: int,
    huddle: bool,
    rng: Array,
    goals: Array,
    log: Array,
    end: int,
) -> int:
    """Everybody runs from a corpse, anywhere, and it is written down; where the log ends then."""
    waiting = company(near, at, alive, corpse)
    number = free_cells(near, at, corpse, goals)
    runner = 0
    while waiting and number:
        if waiting & 1:
            choices = snug(near, at, alive & ~(1 << runner), goals, number) if huddle else number
            which = draw(rng, choices)
            goal = goals[which]
            number -= 1
            goals[which] = goals[number]
            at[cells[runner]] = -1
            at[goal] = runner
            cells[runner] = goal
            log[end] = goal
            end += 1
        waiting >>= 1
        runner += 1
    return end


@njit(cache=True)
def pick(animals: int, which: int) -> int:
    """The animal of this number among those in a mask."""
    animal = 0
    while True:
        if animals & (1 << animal):
            if which == 0:
                return animal
            which -= 1
        animal += 1


@njit(cache=True)
def count(animals: int) -> int:
    found = 0
    while animals:
        animals &= animals - 1
        found += 1
    return found


@njit(cache=True)
def playout(
    near: Array, at: Array, cells: Array, secret: Array, flags: int, rng: Array, goals: Array, log: Array
) -> int:
    """Play on at random from the Wolf's turn to the end; the Wolf's points. All is left as it is then.

    ``secret`` holds the living, the wolves and those at home. Every legal part is equally likely, and the Farmer
    mostly shoots one: as ``random_move`` plays. The log ends with two ``END``.
    """
    alive, wolves, home = secret[0], secret[1], secret[2]
    huddle = flags & HUDDLE != 0
    end = 0
    over = False
    while not over:
        # the Wolf
        passed = False
        victims = prey(near, at, cells, alive, wolves)
        homeward = loners(near, at, cells, alive, wolves) if flags & ESCAPE else 0
        kills, homes = max(1, count(victims)), count(homeward)
        which = draw(rng, kills + homes)
        if which >= kills:
            loner = pick(homeward, which - kills)
            home |= 1 << loner
            alive &= ~(1 << loner)
            at[cells[loner]] = -1
            cells[loner] = OFF
            log[end] = ESCAPED + loner
            end += 1
        elif victims == 0:
            passed = True
            log[end] = PASSED
            end += 1
        else:
            victim = pick(victims, which)
            alive &= ~(1 << victim)
            corpse = cells[victim]
            log[end] = KILLED + victim
            end = scare(near, at, cells, alive, corpse, huddle, rng, goals, log, end + 1)
            if flags & REMOVE:
                at[corpse] = -1
                cells[victim] = OFF
        log[end] = END
        end += 1
        if not alive & wolves or not alive & ~wolves:
            break
        # the Farmer
        living = count(alive)
        which = draw(rng, living + (not passed))
        if which == living:
            log[end] = PASSED
            end += 1
        else:
            victim = pick(alive, which)
            gone = 1 << victim
            if flags & SHOTGUN:
                alive &= ~gone
                log[end] = SCARED + victim
                end = scare(near, at, cells, alive, cells[victim], huddle, rng, goals, log, end + 1)
            else:
                log[end] = SHOT + victim
                end += 1
                rest = alive & ~((2 << victim) - 1)
                while flags & BERSERK and rest and draw(rng, 8) == 0:
                    victim = pick(rest, draw(rng, count(rest)))
                    gone |= 1 << victim
                    log[end] = victim
                    end += 1
                    rest &= ~((2 << victim) - 1)
                    over = True
                if over and alive & ~gone & wolves:
                    gone |= alive & ~wolves
                alive &= ~gone
            if flags & REMOVE:
                for animal in range(len(cells)):
                    if gone & (1 << animal):
                        at[cells[animal]] = -1
                        cells[animal] = OFF
        log[end] = END
        end += 1
        over = over or not alive & wolves or not alive & ~wolves
    log[end] = END
    secret[0], secret[2] = alive, home
    everybody = (1 << len(cells)) - 1
    return count(everybody & ~alive & ~wolves) + HOMECOMING * count(home)


@njit(cache=True)
def shuffled(order: Array, number: int, rng: Array) -> None:
    """Bring a random choice of so many to the front."""
    for place in range(number):
        other = place + draw(rng, len(order) - place)
        order[place], order[other] = order[other], order[place]


@njit(cache=True)
def many(near: Array, animals: int, pack: int, flags: int, games: int, rng: Array) -> int:
    """The points of all Wolves in so many random games, layouts and wolves at random."""
    places, letters = np.arange(len(near)), np.arange(animals)
    at, cells, secret = np.empty(len(near), np.int64), np.empty(animals, np.int64), np.empty(3, np.int64)
    goals, log = np.empty(len(near), np.int64), np.empty(LONGEST, np.int64)
    total = 0
    for _ in range(games):
        shuffled(places, animals, rng)
        shuffled(letters, pack, rng)
        at[:] = -1
        for animal in range(animals):
            cells[animal] = places[animal]
            at[places[animal]] = animal
        secret[0], secret[1], secret[2] = (1 << animals) - 1, 0, 0
        for place in range(pack):
            secret[1] |= 1 << letters[place]
        total += playout(near, at, cells, secret, flags, rng, goals, log)
    return total


# -- from states ---------------------------------------------------------------------------------


@cache
def neighbours(size: int) -> Array:
    """The neighbours of each cell, -1 where there are fewer than six."""
    found = np.full((len(hexagon(size).near), 6), -1, np.int64)
    for cell, near in enumerate(hexagon(size).near):
        found[cell, : len(near)] = near
    return found


def flags_of(options: Options) -> int:
    chosen = (options.berserk, options.remove, options.escape, options.shotgun, options.huddle)
    return sum(flag for flag, on in zip((BERSERK, REMOVE, ESCAPE, SHOTGUN, HUDDLE), chosen, strict=True) if on)


class FlockArrays:
    """A state of the rules in arrays, the Wolf to move."""

    def __init__(self, options: Options, cells: tuple[int, ...], alive: int, wolves: int, home: int = 0) -> None:
        self.flags = flags_of(options)
        self.near = neighbours(options.size)
        self.cells = np.array(cells, np.int64)
        self.at = np.full(len(self.near), -1, np.int64)
        for animal, cell in enumerate(cells):
            if cell != OFF:
                self.at[cell] = animal
        self.secret = np.array([alive, wolves, home], np.int64)
        self.goals = np.empty(len(self.near), np.int64)
        self.log = np.empty(LONGEST, np.int64)

    def prey(self) -> int:
        return int(prey(self.near, self.at, self.cells, self.secret[0], self.secret[1]))

    def loners(self) -> int:
        return int(loners(self.near, self.at, self.cells, self.secret[0], self.secret[1]))

    def havens(self, victim: int, runner: int) -> list[int]:
        """Where the first runner may go after this victim."""
        number = free_cells(self.near, self.at, self.cells[victim], self.goals)
        if self.flags & HUDDLE:
            others = self.secret[0] & ~(1 << victim) & ~(1 << runner)
            number = snug(self.near, self.at, others, self.goals, number)
        return sorted(int(goal) for goal in self.goals[:number])

    def playout(self, rng: Array) -> int:
        """Play on at random to the end; the Wolf's points."""
        return int(playout(self.near, self.at, self.cells, self.secret, self.flags, rng, self.goals, self.log))


def playouts(games: int, seed: int, options: Options | None = None) -> int:
    """Play random games; the points of all Wolves."""
    options = options or Options()
    rng = np.array([seed * 2 + 1], np.uint64)
    return int(many(neighbours(options.size), options.num_sheep, options.num_wolves, flags_of(options), games, rng))


def warm() -> None:
    """Compile all of it, or read what was compiled before."""
    playouts(1, 1)
    flock = FlockArrays(Options(size=2, num_sheep=2, num_wolves=1), (0, 1), 3, 1)
    flock.prey()
    flock.loners()
    flock.havens(1, 0)
    flock.playout(np.array([1], np.uint64))
