"""How doors present Mutton: the hunter's head, the score above the field, the sheet of who ran beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sheepfold.core.face import DuelFace, Fact, Portrait, Sample
from sheepfold.core.hexes import hexagon
from sheepfold.games.mutton import belief, board, text
from sheepfold.games.mutton.terms import FARMER
from sheepfold.games.mutton.view import ALIVE, View

MOST_ODDS: Final = 8
OPTIONS: Final = ("num_sheep", "num_wolves", "huddle", "shotgun", "berserk")
"""What building a move depends on."""


class MuttonFace(DuelFace):
    """The Farmer's tools are the sheet, marks of their own, and with aids the odds."""

    pitch = "Some of these sheep are wolves. One eats, the rest run; whom do you shoot?"
    minutes = 20
    head = "h-hunter"
    heads = {"Wolf": "h-wolf", "Farmer": "h-hunter"}  # noqa: RUF012 (a class-level constant)
    tab = "Sheet"
    marks = ("s", "c")
    sample = Sample((("size", 3), ("num_sheep", 13), ("num_wolves", 3)), plies=5, seed=3)
    portrait = Portrait("points", 0.3, seat=2, moves=4)

    def standing(self, now: View) -> list[Fact]:
        found = [("Round", str(now.round))] if now.round else []
        if now.animals:
            what, _, score = text.score_line(now).removesuffix(".").partition(": ")
            found.append((what, score))
        if now.round and (now.options.reveal or now.outcome):
            left = now.options.num_wolves - sum(bool(animal.wolf) for animal in now.animals if animal.fate != ALIVE)
            found.append(("Wolves left", str(left)))
        return found

    def beside(self, now: View, *, aids: bool) -> Mapping[str, Any]:
        kills, letters = text.sheet_rows(now), [animal.letter for animal in now.animals]
        signs = [(number, [_sign(row.get(letter, "")) for letter in letters]) for number, row in kills]
        ran = [str(sum(row.get(letter) in ("+", "=") for _, row in kills) or "") for letter in letters]
        return {
            "rows": [*signs, ("ran", ran)] if letters else [],
            "odds": odds(now) if aids else [],
            "animals": tuple((animal.letter, animal.fate, animal.wolf) for animal in now.animals),
        }

    def helping(self, now: View) -> Mapping[str, Any]:
        names, options = hexagon(now.options.size).names, now.options
        found: dict[str, Any] = {
            "phase": now.phase,
            "options": {name: getattr(options, name) for name in OPTIONS},
            "animals": now.animals,
        }
        if now.phase == "place":
            found["sparse"] = [names[cell] for cell in board.sparse(options.size, options.num_sheep)]
            found["mirror"] = now.mirror
        return found


def _sign(mark: str) -> str:
    """What the sheet shows of what is written for it."""
    return "×" if mark == "x" else mark


def odds(view: View) -> list[tuple[str, int]]:
    """The likeliest wolves in per cent, for the Farmer alone: worked out from nothing but the Farmer's view."""
    if view.seat != FARMER or not view.round or view.outcome is not None:
        return []
    found = sorted(belief.odds(view).items(), key=lambda chance: (-chance[1], chance[0]))
    return [(letter, round(100 * chance)) for letter, chance in found[:MOST_ODDS]]


FACE: Final = MuttonFace()
