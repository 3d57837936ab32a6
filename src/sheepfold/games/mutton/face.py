"""How doors present Mutton: the hunter's head, the score above the field, the sheet of who ran beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from sheepfold.core.contract.face import DuelFace, Fact, Figure, Portrait, Sample
from sheepfold.core.duel import DuelView
from sheepfold.games.mutton import belief, board, text
from sheepfold.games.mutton.board import hexagon
from sheepfold.games.mutton.lesson import LESSON
from sheepfold.games.mutton.terms import FARMER, KILL, WOLF, Options
from sheepfold.games.mutton.view import ALIVE, DEAD, HOME, View, neighbours

MOVES: Final = tuple(text for step in LESSON.steps for text in (step.move, *step.answers))


def _after(moves: int) -> Sample:
    return Sample(LESSON.options, LESSON.seats, MOVES[:moves])


FIGURES: Final[Mapping[str, Figure]] = {
    "two nights": Figure(
        _after(5), "A small field after two nights: D and E are eaten. Dotted lines show who ran: C, G and I."
    ),
    "flight": Figure(
        _after(3), "A flight. D is eaten; A, B, G and H stood beside it and ran to cells that do not touch it."
    ),
    "end": Figure(
        _after(len(MOVES)),
        "The end: both wolves are shot, G and K, and everybody sees it. 4 sheep died, so the Wolf has 4.",
    ),
}


MOST_ODDS: Final = 8


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
        "reveal": "Deaths are announced",
        "remove": "Corpses are removed",
        "escape": "Lone wolves may go home",
        "shotgun": "Shotgun instead of rifle",
        "dictionary": "The wolves' letters spell a word",
        "huddle": "Runners stay beside others",
        "quick": "One game, to a number of points",
        "bid": "Bid for the Wolf",
    }
    aid = "Show the Farmer the odds"
    auction = "The match"

    def round_section(self, now: View) -> str:
        if now.outcome is not None:
            return "The end and the score"
        return {"wolf": "The Wolf's turn", "farmer": "The Farmer's turn"}.get(now.phase, "Setting up")

    def round_facts(self, now: View) -> list[Fact]:
        found = [("Round", str(now.round))] if now.round else []
        if now.animals:
            what, number = text.score(now)
            found.append((what, f"{number}{text.goal(now)}"))
        if now.round and (now.options.reveal or now.outcome):
            left = now.options.num_wolves - sum(bool(animal.wolf) for animal in now.animals if animal.fate != ALIVE)
            found.append(("Wolves left", str(left)))
        return found

    def once(self, view: DuelView[Options, View]) -> Mapping[str, Any]:
        options, names = view.options, hexagon(view.options.size).names
        return {
            "sheep": options.num_sheep,
            "wolves": options.num_wolves,
            "huddle": options.huddle,
            "shotgun": options.shotgun,
            "berserk": options.berserk,
            "sparse": [names[cell] for cell in board.sparse(options.size, options.num_sheep)],
        }

    def round_page(self, now: View) -> Mapping[str, Any]:
        found: dict[str, Any] = {
            "phase": now.phase,
            "cells": " ".join([animal.cell or "-" for animal in now.animals]),
            "wolves": "".join([animal.letter for animal in now.animals if animal.wolf]),
            "rows": kills(now),
        }
        for fate in (DEAD, HOME):
            found[fate] = "".join([animal.letter for animal in now.animals if animal.fate == fate])
        if may_scare(now):
            found["runners"] = neighbours(now)
        if may_reckon(now):
            found["odds"] = True
        if now.phase == "place":
            found["mirror"] = now.mirror
        return found

    def round_aids(self, now: View) -> tuple[tuple[str, int], ...] | None:
        return odds(now) if may_reckon(now) else None


Row: TypeAlias = tuple[int, str, str, str, str]


def kills(view: View) -> list[Row]:
    """The rows of the sheet: the round, the victim and its sign, who ran and who had to stay."""
    crosses = text.sheet_crosses(view)
    return [
        (deed.round, deed.letters, crosses[deed.letters], "".join([run.letter for run in deed.runs]), deed.stayed)
        for deed in view.log
        if deed.kind == KILL
    ]


def may_scare(view: View) -> bool:
    """Whether the viewer chooses victims from which others run, now or for the next turn."""
    return view.phase in ("wolf", "farmer") and (view.seat == WOLF or (view.seat == FARMER and view.options.shotgun))


def may_reckon(view: View) -> bool:
    """Whether there are odds to look at: they are for the Farmer alone."""
    return view.seat == FARMER and bool(view.round) and view.outcome is None


def odds(view: View) -> tuple[tuple[str, int], ...]:
    """The likeliest wolves in per cent, worked out from nothing but the Farmer's view."""
    found = sorted(belief.odds(view).items(), key=lambda chance: (-chance[1], chance[0]))
    return tuple((letter, round(100 * chance)) for letter, chance in found[:MOST_ODDS])


FACE: Final = MuttonFace()
