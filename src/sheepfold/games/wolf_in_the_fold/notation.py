"""Moves as text: ``1,-2`` for a tile, ``1,-2/0`` for a fence and its turn, a kind's name for a draw."""

from __future__ import annotations

import re
from random import Random
from typing import Final

from sheepfold.core.contract import NATURE, Legal, Move, Seat
from sheepfold.core.errors import Ambiguous, Malformed
from sheepfold.core.words.paragraphs import Line, in_columns
from sheepfold.core.words.prose import shown
from sheepfold.games.wolf_in_the_fold.board import KINDS, turns
from sheepfold.games.wolf_in_the_fold.rules import check, to_move
from sheepfold.games.wolf_in_the_fold.state import State
from sheepfold.games.wolf_in_the_fold.terms import NAMES, cell_of, cell_part, part_of, turn_parts
from sheepfold.games.wolf_in_the_fold.view import View

_PLACING: Final = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})(?:/([0-9]))?")
_LONGEST: Final = 60

FORMS: Final = (
    Line("Cells are q,r. Counter-clockwise from east, the neighbours of 0,0 are 1,0  1,-1  0,-1  -1,0  -1,1  0,1."),
    *in_columns(
        (
            ("q,r", "lay the tile there              2,-1"),
            ("q,r/turn", "lay a fence with its lowest line at that edge (0 east, 1 north-east, 2 north-west)"),
            ("", "straight: /0 lies flat, /1 rises to the right, /2 falls to the right    2,-1/1"),
            ("", "tri-corner: /0 points east, /1 points west    0,3/0"),
            ("", "star: always /0    -1,-1/0"),
            ("random", "lay it anywhere it may go"),
        ),
        12,
    ),
)


def forms_now(view: View) -> tuple[Line, ...]:
    """How the tile in hand is laid; of a fence also what its turns are."""
    kind = view.hand or ""
    form = "q,r/turn" if turns(kind) else "q,r"
    of_kind = kind if turns(kind) else form
    return tuple(line for line in FORMS if line.first.strip() == form or line.words.startswith(of_kind))


def parse(state: State, seat: Seat, text: str, rng: Random | None = None) -> Legal[State]:
    """A move from its notation, blanks and brackets forgiven. Raises Malformed, IllegalNow or Ambiguous."""
    word = _word(text)
    if seat == NATURE:
        if word not in KINDS:
            raise Malformed(f"{shown(text)!r} is not a tile; there are {', '.join(KINDS)}.")
        return check(state, seat, (word,))
    if word == "random" and rng is not None and to_move(state) == {seat}:
        cell = part_of(rng.choice(state.legal))
        facing = turn_parts(state.hand or "")
        return check(state, seat, (cell, rng.choice(facing)) if facing else (cell,))
    return check(state, seat, _placing(state, text))


def placing_in(text: str) -> re.Match[str]:
    """The cell and perhaps the turn as written. Raises Malformed."""
    found = _PLACING.fullmatch(_word(text))
    if found is None:
        raise Malformed(
            f"{shown(text)!r} is not a move. Write a cell like 1,-2, and for a fence its turn too, like 1,-2/0."
        )
    return found


def _word(text: str) -> str:
    return "" if len(text) > _LONGEST else re.sub(r"[\s()]", "", text).replace("\u2212", "-").lower()


def _placing(state: State, text: str) -> Move:
    found = placing_in(text)
    cell = cell_part((int(found[1]), int(found[2])))
    if found[3] is not None:
        return cell, f"/{found[3]}"
    facing = turn_parts(state.hand or "")
    if len(facing) > 1 and cell_of(cell) in state.legal:
        either = " or ".join(cell + part for part in facing)
        raise Ambiguous(f"{NAMES[state.hand or ''].capitalize()} can lie in several ways: write {either}.")
    return (cell, *facing[:1])


def notate(legal: Legal[State]) -> str:
    return "".join(legal.move)
