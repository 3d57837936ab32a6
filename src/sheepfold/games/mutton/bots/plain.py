"""The first two players that people meet at Mutton: they look at what lies before them, as people do who are new."""

from __future__ import annotations

from random import Random

from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import Weighed
from sheepfold.games.mutton import belief, rules
from sheepfold.games.mutton.board import bits
from sheepfold.games.mutton.bots import canny
from sheepfold.games.mutton.rules import scare
from sheepfold.games.mutton.terms import KILL, LETTERS, PASS, STAND, WOLF
from sheepfold.games.mutton.view import ALIVE, View, witnesses


def hide(view: View, rng: Random) -> Move:
    """Any wolves."""
    return tuple(rules.letters_of(canny.any_pack(view.options, rng)))


def prowl(view: View, rng: Random, *, careful: bool) -> Move:
    """Eat a sheep in reach; who is careful, one with many witnesses. Everybody runs into company."""
    state = belief.imagine(view, rng)
    first = rules.ahead(state, WOLF, ()).parts
    kills = [part for part in first if part.endswith(":")]
    homeward = [part for part in first if part in LETTERS]
    if not kills:
        return (rng.choice(homeward),) if homeward else (PASS,)
    wolves = view.wolves or ""
    kills = [kill for kill in kills if kill[0] not in wolves] or kills
    kill = rng.choice(kills)
    if careful:
        kill = max(kills, key=lambda kill: (witnesses(view, kill[0]).bit_count(), rng.random()))
    flight = scare(state.options, state.cells, state.alive, LETTERS.index(kill[0]))
    while flight.runner is not None:
        flight = flight.run(canny.refuge(view, flight, rng) if careful else rng.choice(bits(flight.havens)))
    return canny.as_move(kill, flight)


def aim(view: View, rng: Random, *, memory: int, nerve: int) -> Weighed:
    """Shoot whom most of the nights that are remembered speak against, if enough of them do."""
    counts = {a.letter: 0 for a in view.animals if a.fate == ALIVE}
    dead_wolves = {a.letter for a in view.animals if a.fate != ALIVE and a.wolf}
    nights = [deed for deed in view.log if deed.kind == KILL][-memory:]
    for deed in nights:
        if dead_wolves.isdisjoint(deed.near):  # a wolf that was shot explains its meals
            for letter in deed.near:
                if letter in counts:
                    counts[letter] += 1
    cleared = {letter for deed in view.log if deed.kind == STAND and deed.role == WOLF for letter in deed.near}
    for letter in cleared & counts.keys():
        counts[letter] = -1
    shots = canny.shots(view, rng, counts, nerve, dict.fromkeys(counts, 0.0))
    return Weighed.of(shots, "nights that speak against it")
