"""How a line that is being typed could go on, for any notation: the game's own ``write`` is asked.

A part of a move stands for all moves that begin with it. What their notations have in common is what
typing that part looks like: ``K:`` at the start of a kill is typed ``K:L-``, since L runs first.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from sheepfold.core.contract import Move, Part, Seat
from sheepfold.core.records.progress import AnyGame

WIDEST = 400
"""A choice among more parts than this is not spelt out: nobody would read it."""
DEEPEST = 12
"""A move of more parts than this (a whole flock placed cell by cell) is not spelt out either."""


@dataclass(frozen=True, slots=True)
class Way:
    """A part that may come next, and the text that all moves with it begin with."""

    part: Part
    text: str


@dataclass(frozen=True, slots=True)
class Spelling:
    """A line read as the beginning of a move: the parts it spells, and how it could be completed."""

    so_far: Move
    endings: tuple[str, ...]


def spelt(game: AnyGame, state: Any, seat: Seat, line: str) -> Spelling:
    """Read a line as far as it goes. ``endings`` are longer lines; it is empty where nothing fits."""
    typed = line.lower()
    so_far: Move = ()
    endings: list[str] = []
    while True:
        found = _ways(game, state, seat, so_far)
        fitting = [way for way in found if way.text.lower().startswith(typed)]
        endings += [way.text for way in fitting if len(way.text) > len(typed)]
        passed = [way for way in found if typed.startswith(way.text.lower())]
        if not typed or not passed:
            # A line that only one part fits means that part, although it is not typed to its end.
            meant = (*so_far, fitting[0].part) if typed and len(fitting) == 1 else so_far
            return Spelling(meant, tuple(endings))
        so_far = (*so_far, max(passed, key=lambda way: len(way.text)).part)


def _ways(game: AnyGame, state: Any, seat: Seat, so_far: Move) -> list[Way]:
    known = game.parts(state, seat, so_far)
    if len(known) > WIDEST:
        return []
    ways = []
    for part in known:
        first, last = (_finished(game, state, seat, (*so_far, part), which) for which in (0, -1))
        if first is None or last is None:
            return []
        ways.append(Way(part, _shared(game.write(state, seat, first), game.write(state, seat, last))))
    return ways


def _shared(one: str, other: str) -> str:
    """What two texts begin with alike."""
    return "".join(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _finished(game: AnyGame, state: Any, seat: Seat, move: Move, which: int) -> Move | None:
    """The move completed by always taking the first (or last) part, unless that takes too long."""
    while not (ahead := game.ahead(state, seat, move)).complete:
        if len(move) == DEEPEST:
            return None
        move = (*move, ahead.parts[which])
    return move
