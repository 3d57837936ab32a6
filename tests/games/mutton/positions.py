"""Small positions drawn in text, and moves played on them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from sheepfold.core.contract import Told
from sheepfold.games.mutton import MuttonRound, text
from sheepfold.games.mutton.board import hexagon
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import FARMER, KILL, LETTERS, WOLF, Deed, Options, Run
from sheepfold.games.mutton.view import ALIVE, DEAD, Animal, View

ROUND = MuttonRound()

LINE = """
    A . .
   . B . .
  . . C . .
   . . . .
    . . D
"""
"""A-B and B-C touch; D stands alone."""

CROWD = """
    A . .
   . B . .
  E . C . .
   . F . .
    . . D
"""
"""The same with E, who stands alone too, and F beside C."""

AROUND = """
    . A .
   . B C .
  . D E F .
   . G . .
    . . .
"""
"""All but A stand around E."""

FULL = """
   A B
  C D E
   F G
"""
"""Nobody can run anywhere."""


def start(drawing: str, words: str = "", target: int | None = None) -> State:
    """The drawn field with its letters placed; it waits for the Wolf's choice."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    size = (len(rows) + 1) // 2
    signs = [sign for row in rows for sign in row]
    letters = sorted(sign for sign in signs if sign != ".")
    assert letters == list(LETTERS[: len(letters)])
    given = words.split()
    if not any("num_wolves" in word for word in given):
        given.append("-num_wolves=1")
    options = Options.read([f"-size={size}", f"-num_sheep={len(letters)}", *given])
    names = hexagon(size).names
    cells = [names[signs.index(letter)] for letter in letters]
    state, _ = ROUND.apply(ROUND.begin(options, target, None), FARMER, tuple(cells))
    return state


def play(drawing: str, wolves: str, *moves: str, words: str = "", target: int | None = None) -> State:
    """The state after the wolves were named and these moves were played by turns, the Wolf first."""
    state = start(drawing, f"-num_wolves={len(wolves)} {words}", target)
    return go(state, wolves, *moves)


def go(state: State, *moves: str) -> State:
    for move in moves:
        state = step(state, move)[0]
    return state


def step(state: State, text: str) -> tuple[State, tuple[Told, ...]]:
    """One move of whoever is to move, and what was told."""
    (seat,) = ROUND.to_move(state)
    return ROUND.apply(state, seat, ROUND.read(state, seat, text, Random(1)))


def parts(state: State, *so_far: str) -> list[str]:
    """What the side to move may say next."""
    (seat,) = ROUND.to_move(state)
    return list(ROUND.parts(state, seat, so_far))


def farmer(state: State) -> View:
    return ROUND.view(state, FARMER)


def wolf(state: State) -> View:
    return ROUND.view(state, WOLF)


def where(state: State, letter: str) -> str | None:
    return next(a.cell for a in wolf(state).animals if a.letter == letter)


def alive(state: State) -> str:
    return "".join(a.letter for a in wolf(state).animals if a.fate == "alive")


def ended(state: State) -> str | None:
    outcome = ROUND.outcome(state)
    return outcome.reason if outcome else None


def field(view: View) -> str:
    """The field as it is written."""
    return "\n".join(text.field(view).lines())


def sheet(view: View) -> list[str]:
    """The lines of the tracking sheet."""
    return text.sheet(view).lines()


EXAMPLE_CELLS = {
    "A": "a1", "B": "a2", "X": "a3", "M": "a4", "E": "b1", "O": "b5", "G": "c1", "L": "c5", "P": "c6", "I": "d1",
    "V": "d2", "T": "d7", "K": "e2", "F": "e3", "N": "e7", "Y": "f3", "Z": "f7", "U": "g4", "C": "g5", "Q": "g6",
    "R": "g7",
}  # fmt: skip


def example() -> View:
    """The help's example: a shotgun game in which H, J and W were eaten, D and S shot; the last shot fell on c3."""

    def kill(number: int, victim: str, ran: str) -> Deed:
        return Deed(number, WOLF, KILL, victim, tuple(Run(letter, "a1", "a2") for letter in ran), "", ran)

    opening = play(LINE, "A", words="-shotgun", target=10)
    animals = tuple(
        Animal(letter, EXAMPLE_CELLS.get(letter), ALIVE if letter in EXAMPLE_CELLS else DEAD, None)
        for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    )
    return replace(
        farmer(opening),
        options=Options.read(["-shotgun"]),
        animals=tuple(replace(a, wolf=False) if a.fate == DEAD else a for a in animals),
        fresh=(("S", "c3"),),
        log=(kill(1, "H", "FJV"), kill(2, "J", "CDS"), kill(3, "W", "DFLNZ")),
        dead=5,
        score=5,
    )
