"""How doors present Mutton: the hunter's head, the score above the field, the sheet of who ran beside it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias

from sheepfold.core.face import DuelFace, Each, Fact, Piece, Pieces, Portrait, Sample
from sheepfold.core.hexes import hexagon
from sheepfold.games.mutton import belief, board, text
from sheepfold.games.mutton.figures import FIGURES
from sheepfold.games.mutton.lesson import LESSON
from sheepfold.games.mutton.terms import FARMER, KILL, LETTERS
from sheepfold.games.mutton.view import ALIVE, View

MOST_ODDS: Final = 8
HALF: Final = 13
"""Animals on one sheet: half an alphabet."""
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
    lesson = LESSON
    figures = FIGURES
    settings = {  # noqa: RUF012 (a class-level constant)
        "size": "Cells along a side of the field",
        "num_sheep": "Animals",
        "num_wolves": "Wolves among them",
        "berserk": "The Farmer may go berserk",
        "reveal": "The dead are told",
        "remove": "Corpses are taken away",
        "escape": "Lone wolves may go home",
        "shotgun": "A shotgun instead of a rifle",
        "dictionary": "The wolves spell a word",
        "huddle": "Runners keep together",
        "quick": "One game, to so many points",
        "bid": "Bid for the Wolf",
    }
    aid = "The Farmer may look at the odds"
    auction = "The match"

    def ruled(self, now: View) -> str:
        if now.outcome is not None:
            return "The end and the score"
        return {"wolf": "The Wolf's turn", "farmer": "The Farmer's turn"}.get(now.phase, "Setting up")

    def standing(self, now: View) -> list[Fact]:
        found = [("Round", str(now.round))] if now.round else []
        if now.animals:
            what, number = text.score(now)
            found.append((what, f"{number}{text.goal(now)}"))
        if now.round and (now.options.reveal or now.outcome):
            left = now.options.num_wolves - sum(bool(animal.wolf) for animal in now.animals if animal.fate != ALIVE)
            found.append(("Wolves left", str(left)))
        return found

    def beside(self, now: View | None, *, own: bool, aids: bool | None) -> Pieces:
        if now is None or not now.animals:
            return (Piece("blank.html"),)
        shown = [Piece("sheets.html", None, [sheets(now, own)])]
        if aids is not None and may_reckon(now):
            shown.append(Piece("odds.html", aids, [[Each("chance.html", odds(now) if aids else ())]]))
        return shown

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


Row: TypeAlias = tuple[int, tuple[str, ...]]
"""A round, and a sign for each animal."""


def sheets(view: View, own: bool) -> Pieces:
    """Who ran, in sheets of half an alphabet: its animals, a row for every kill and one that adds up; below them, where
    they are the viewer's ``own``, marks."""
    crosses, running, firsts = text.sheet_crosses(view), "", range(0, len(view.animals), HALF)
    rows: list[list[Row]] = [[] for _ in firsts]
    for deed in view.log:
        if deed.kind == KILL:
            ran = "".join([run.letter for run in deed.runs])
            fates = "".join([crosses[letter] for letter in deed.letters])
            for half, signs in zip(rows, _signs(deed.letters, fates, ran, deed.stayed, len(view.animals)), strict=True):
                half.append((deed.round, signs))
            running += ran + deed.stayed
    found = []
    for half, first in zip(rows, firsts, strict=True):
        animals = view.animals[first : first + HALF]
        totals = Each("total.html", [running.count(a.letter) for a in animals])
        letters = Each("letter.html", [(a.letter, a.fate, a.wolf) for a in animals])
        marks = Each("mark.html", [(a.letter, a.fate == ALIVE) for a in animals])
        below = [Piece("totals.html", None, [[totals]]), *([Piece("marks.html", None, [[marks]])] if own else [])]
        ends = animals[0].letter, animals[-1].letter
        found.append(Piece("sheet.html", ends, [[letters], [Each("row.html", half), *below]]))
    return found


@lru_cache(4096)
def _signs(victims: str, fates: str, ran: str, stayed: str, count: int) -> tuple[tuple[str, ...], ...]:
    """A row of the sheets, one sheet after the other. Rows stay as they are while the game goes on."""
    marks = dict.fromkeys(ran, "+") | dict.fromkeys(stayed, "=")
    marks |= {victim: "×" if fate == "x" else fate for victim, fate in zip(victims, fates, strict=True)}
    found = tuple(marks.get(letter, "") for letter in LETTERS[:count])
    return tuple(found[first : first + HALF] for first in range(0, count, HALF))


def may_reckon(view: View) -> bool:
    """Whether there are odds to look at: they are for the Farmer alone."""
    return view.seat == FARMER and bool(view.round) and view.outcome is None


def odds(view: View) -> tuple[tuple[str, int], ...]:
    """The likeliest wolves in per cent, worked out from nothing but the Farmer's view."""
    found = sorted(belief.odds(view).items(), key=lambda chance: (-chance[1], chance[0]))
    return tuple((letter, round(100 * chance)) for letter, chance in found[:MOST_ODDS])


FACE: Final = MuttonFace()
