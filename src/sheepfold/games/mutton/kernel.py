"""Compiled play: random games of Mutton on flat arrays, by the very luck that the rules would play by.

Only whoever plays many games loads this room (``bots.compiled`` does): Numba takes seconds to import and to compile.
Fields have up to 169 cells, more than a machine word has bits, so what ``board`` does with masks of cells is done here
with arrays; masks of animals are the same. A test holds every game against the rules.

``at`` says for each cell which animal stands or lies there, -1 where none does; ``near`` lists the neighbours of each
cell, -1 where there are fewer than six.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any, Final, TypeAlias

import numpy as np
from numba import njit

from sheepfold.core.contract import Move, Outcome, Seat
from sheepfold.core.contract.numbers import STOP
from sheepfold.core.duel import SCORER
from sheepfold.core.records import luck
from sheepfold.core.records.luck import Luck, SaidMove
from sheepfold.core.scores import Scores
from sheepfold.games.mutton import GAME
from sheepfold.games.mutton.board import OFF, hexagon
from sheepfold.games.mutton.rules import mask_of, next_wolves
from sheepfold.games.mutton.terms import HOMECOMING, LETTERS, PASS, QUICK_TARGET, Options

Array: TypeAlias = "np.ndarray[Any, Any]"

BERSERK, REMOVE, ESCAPE, SHOTGUN, HUDDLE = 1, 2, 4, 8, 16
"""Options that change what may be done."""
PASSED, KILLED, ESCAPED, SHOT, SCARED, END, STOPPED = 1000, 1100, 1200, 1300, 1400, -1, -2
"""Words of a log: a kind of deed plus its animal, then further victims or the runs of a flight, then the end."""
RUN: Final = 256
"""A run in a log is the runner times this, and the goal."""
LONGEST: Final = 1024
"""Words of a log at most: every other move is the end of one of 26 animals, from which six others run."""
WORDS: Final = 512
"""Luck for one game and seat; the few that need more are played again with more."""
OPTIONS: Final = {"quick": QUICK_TARGET}
"""How the games of ``playouts`` are played: one each."""


below, wander = njit(cache=True)(luck.below), njit(cache=True)(luck.wander)


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
    """Write down the empty cells away from the corpse, whose cell this is, in order; how many. Each run takes one of
    them, and no cell becomes free meanwhile."""
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
    """Write down behind the free cells which of them are beside others; how many."""
    front = 0
    for place in range(number):
        if company(near, at, others, found[place]):
            found[len(at) + front] = place
            front += 1
    return front


@njit(cache=True)
def run(at: Array, cells: Array, runner: int, goal: int) -> None:
    """One runs to an empty cell."""
    at[cells[runner]] = -1
    at[goal] = runner
    cells[runner] = goal


@njit(cache=True)
def scare(
    near: Array,
    at: Array,
    cells: Array,
    alive: int,
    corpse: int,
    huddle: bool,
    words: Array,
    used: Array,
    seat: int,
    goals: Array,
    log: Array,
    end: int,
) -> int:
    """Everybody runs from a corpse, anywhere, as this seat's luck has it, and it is written down; where the log ends
    then."""
    waiting = company(near, at, alive, corpse)
    number = free_cells(near, at, corpse, goals)
    runner = 0
    while waiting and number:
        if waiting & 1:
            beside = snug(near, at, alive & ~(1 << runner), goals, number) if huddle else 0
            which = below(words, used, seat, beside if beside else number)
            place = goals[len(at) + which] if beside else which
            goal = goals[place]
            number -= 1
            for later in range(place, number):
                goals[later] = goals[later + 1]
            run(at, cells, runner, goal)
            log[end] = RUN * runner + goal
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
def go_away(at: Array, cells: Array, animals: int) -> None:
    """Take these off the field."""
    for animal in range(len(cells)):
        if animals & (1 << animal):
            at[cells[animal]] = -1
            cells[animal] = OFF


@njit(cache=True)
def go_home(at: Array, cells: Array, secret: Array, loner: int) -> None:
    """A wolf without company escapes."""
    secret[0] &= ~(1 << loner)
    secret[2] |= 1 << loner
    go_away(at, cells, 1 << loner)


@njit(cache=True)
def die(at: Array, cells: Array, secret: Array, flags: int, gone: int) -> None:
    """These are eaten or shot."""
    secret[0] &= ~gone
    if flags & REMOVE:
        go_away(at, cells, gone)


@njit(cache=True)
def shoot(at: Array, cells: Array, secret: Array, flags: int, gone: int) -> bool:
    """The Farmer shoots these; whether that was a berserk, after which a wolf that is left eats all sheep."""
    berserk = gone & (gone - 1) != 0
    if berserk and secret[0] & ~gone & secret[1]:
        gone |= secret[0] & ~secret[1]
    die(at, cells, secret, flags, gone)
    return berserk


@njit(cache=True)
def one_kind_left(secret: Array) -> bool:
    """Whether no wolf or no sheep lives."""
    return not secret[0] & secret[1] or not secret[0] & ~secret[1]


@njit(cache=True)
def points_of(secret: Array, animals: int) -> int:
    """The Wolf's points: ``rules.points``."""
    return count((1 << animals) - 1 & ~secret[0] & ~secret[1]) + HOMECOMING * count(secret[2])


@njit(cache=True)
def playout(
    near: Array,
    at: Array,
    cells: Array,
    secret: Array,
    flags: int,
    words: Array,
    used: Array,
    wolf: int,
    goals: Array,
    log: Array,
) -> int:
    """Play on at random from the Wolf's turn to the end; the Wolf's points. All is left as it is then.

    ``secret`` holds the living, the wolves and those at home; ``wolf`` is the Wolf's seat, from 0. Every legal part is
    equally likely, and the Farmer mostly shoots one: as ``random_move`` plays. The log ends with two ``END``.
    """
    wolves, huddle, farmer = secret[1], flags & HUDDLE != 0, 1 - wolf
    end = 0
    over = False
    while not over:
        # the Wolf
        alive, passed = secret[0], False
        victims = prey(near, at, cells, alive, wolves)
        homeward = loners(near, at, cells, alive, wolves) if flags & ESCAPE else 0
        kills, homes = max(1, count(victims)), count(homeward)
        which = below(words, used, wolf, kills + homes)
        if which >= kills:
            loner = pick(homeward, which - kills)
            go_home(at, cells, secret, loner)
            log[end] = ESCAPED + loner
            end += 1
        elif victims == 0:
            passed = True
            log[end] = PASSED
            end += 1
        else:
            victim = pick(victims, which)
            gone, corpse = 1 << victim, cells[victim]
            log[end] = KILLED + victim
            end = scare(near, at, cells, alive & ~gone, corpse, huddle, words, used, wolf, goals, log, end + 1)
            die(at, cells, secret, flags, gone)
        log[end] = END
        end += 1
        if one_kind_left(secret):
            break
        # the Farmer
        alive = secret[0]
        which = below(words, used, farmer, count(alive) + (not passed)) - (not passed)
        if which < 0:
            log[end] = PASSED
            end += 1
        else:
            victim = pick(alive, which)
            gone, corpse = 1 << victim, cells[victim]
            if flags & SHOTGUN:
                log[end] = SCARED + victim
                end = scare(near, at, cells, alive & ~gone, corpse, huddle, words, used, farmer, goals, log, end + 1)
            else:
                log[end] = SHOT + victim
                end += 1
                rest = alive & ~((2 << victim) - 1)
                while flags & BERSERK and rest and below(words, used, farmer, 8) == 0:
                    victim = pick(rest, below(words, used, farmer, count(rest)))
                    gone |= 1 << victim
                    log[end] = victim
                    end += 1
                    rest &= ~((2 << victim) - 1)
                if flags & BERSERK and rest:
                    log[end] = STOPPED
                    end += 1
            over = shoot(at, cells, secret, flags, gone)
        log[end] = END
        end += 1
        over = over or one_kind_left(secret)
    log[end] = END
    return points_of(secret, len(cells))


@njit(cache=True)
def chosen(order: Array, number: int, words: Array, used: Array, seat: int) -> None:
    """Bring so many to the front, each drawn from the rest, which stays in order."""
    for place in range(number):
        other = place + below(words, used, seat, len(order) - place)
        found = order[other]
        for later in range(other, place, -1):
            order[later] = order[later - 1]
        order[place] = found


@njit(cache=True)
def stand(at: Array, cells: Array, places: Array) -> None:
    """Put every animal on its place of an empty field."""
    at[:] = -1
    for animal in range(len(cells)):
        cells[animal] = places[animal]
        at[places[animal]] = animal


@njit(cache=True)
def many(near: Array, animals: int, pack: int, flags: int, games: int, seed: Array) -> int:
    """The points of all Wolves in so many random games, layouts and wolves at random."""
    places, letters = np.arange(len(near)), np.arange(animals)
    at, cells, secret = np.empty(len(near), np.int64), np.empty(animals, np.int64), np.empty(3, np.int64)
    goals, log = np.empty(2 * len(near), np.int64), np.empty(LONGEST, np.int64)
    words = np.empty((2, 16 * WORDS), np.int64)
    used, total = np.full(2, words.shape[1]), 0
    for _ in range(games):
        if used.max() > words.shape[1] - WORDS:
            wander(words, seed)
            used[:] = 0
        chosen(places, animals, words, used, 1)
        chosen(letters, pack, words, used, 0)
        stand(at, cells, places)
        secret[0], secret[1], secret[2] = (1 << animals) - 1, 0, 0
        for place in range(pack):
            secret[1] |= 1 << letters[place]
        total += playout(near, at, cells, secret, flags, words, used, 0, goals, log)
    return total


# -- from options --------------------------------------------------------------------------------


@cache
def neighbours(size: int) -> Array:
    """The neighbours of each cell, -1 where there are fewer than six. Kept: every game of a bench starts with it."""
    found = np.full((len(hexagon(size).near), 6), -1, np.int64)
    for cell, near in enumerate(hexagon(size).near):
        found[cell, : len(near)] = near
    return found


def flags_of(options: Options) -> int:
    chosen = (options.berserk, options.remove, options.escape, options.shotgun, options.huddle)
    return sum(flag for flag, on in zip((BERSERK, REMOVE, ESCAPE, SHOTGUN, HUDDLE), chosen, strict=True) if on)


def playouts(games: int, seed: int, options: Options | None = None) -> int:
    """Play random games; the points of all Wolves."""
    options = options or Options()
    near, flags = neighbours(options.size), flags_of(options)
    return int(many(near, options.num_sheep, options.num_wolves, flags, games, np.array([seed])))


# -- whole games, as they are recorded -----------------------------------------------------------


class RandomGames:
    """Random games, one after the other."""

    def play(self, options: Options, seats: int, given: Luck, longest: int) -> tuple[list[SaidMove], Outcome | None]:
        """The moves of a game, as random players play it by this luck, and how it ended; None: it
        was not over after ``longest`` moves."""
        moves, outcome = luck.enough(given, WORDS, partial(_duel, options))
        return (moves, outcome) if len(moves) <= longest else (moves[:longest], None)


def _duel(options: Options, given: bytes) -> tuple[tuple[list[SaidMove], Outcome], int]:
    """Bids, then the rounds; and how many words were used."""
    words, used = np.frombuffer(given, "<u4").astype(np.int64).reshape(2, -1), np.zeros(2, np.int64)
    moves: list[SaidMove] = []
    bids: list[int] = []
    scorers: tuple[Seat, ...] = (1, 2) if GAME.swaps(options) else (SCORER,)
    if options.bid:
        bids = luck.auction(words, used, GAME.inner.bids(options))
        moves += luck.auction_moves(bids)
        scorers = (2 - len(bids) % 2,)
    scores: dict[Seat, int] = {}
    for wolf in scorers:
        told, scores[wolf] = _round(options, wolf - 1, words, used)
        moves += told
    return (moves, GAME.judged(options, tuple(bids), Scores(scores))), int(max(used))


def _round(options: Options, wolf: int, words: Array, used: Array) -> tuple[list[SaidMove], int]:
    """The moves of one game and the Wolf's points; ``wolf`` is its seat, from 0."""
    names, near, flock = hexagon(options.size).names, neighbours(options.size), options.num_sheep
    seats = wolf + 1, 2 - wolf
    places = np.arange(len(near))
    chosen(places, flock, words, used, 1 - wolf)
    wolves: tuple[str, ...] = ()
    while letters := next_wolves(options, wolves):
        wolves += (letters[int(luck.below(words, used, wolf, len(letters)))],)
    at, cells, secret = np.empty(len(near), np.int64), np.empty(flock, np.int64), np.zeros(3, np.int64)
    stand(at, cells, places)
    placed = tuple([names[cell] for cell in cells.tolist()])
    secret[:2] = (1 << flock) - 1, mask_of(wolves)
    goals, log = np.empty(2 * len(near), np.int64), np.empty(LONGEST, np.int64)
    points = int(playout(near, at, cells, secret, flags_of(options), words, used, wolf, goals, log))
    moves = [SaidMove(seats[1], ",".join(placed), placed), SaidMove(seats[0], "".join(wolves), wolves)]
    deeds, begin = log.tolist(), 0
    while deeds[begin] != END:
        end = deeds.index(END, begin)
        moves.append(SaidMove(seats[len(moves) % 2], *written(deeds[begin], deeds[begin + 1 : end], names)))
        begin = end + 1
    return moves, points


def written(deed: int, rest: list[int], names: tuple[str, ...]) -> tuple[str, Move]:
    """A deed of a log as ``notation`` writes it, and its parts."""
    kind, letter = deed - deed % 100, LETTERS[deed % 100 % len(LETTERS)]
    if kind == PASSED:
        return PASS, (PASS,)
    if kind in (KILLED, SCARED):
        cells = tuple([names[run % RUN] for run in rest])
        runs = [f"{LETTERS[run // RUN]}-{cell}" for run, cell in zip(rest, cells, strict=True)]
        return f"{letter}:{','.join(runs)}", (f"{letter}:", *cells)
    letters: Move = (letter, *[LETTERS[other] for other in rest if other != STOPPED])
    return ",".join(letters), (*letters, STOP) if STOPPED in rest else letters


def warm() -> None:
    """Compile all of it, or read what was compiled before."""
    playouts(1, 1)
