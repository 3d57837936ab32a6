"""What each game puts on the table page: its board, the facts above it, the panel beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from sheepfold.core.contract import Seat
from sheepfold.core.duel import DuelView
from sheepfold.core.hexes import hexagon
from sheepfold.core.look.svg import svg
from sheepfold.core.progress import AnyGame
from sheepfold.games.mutton import belief
from sheepfold.games.mutton import board as mutton_board
from sheepfold.games.mutton import text as mutton_text
from sheepfold.games.mutton.terms import FARMER
from sheepfold.games.sheep_dogs_wolves import text as dogs_text
from sheepfold.games.woolf import board as woolf_board
from sheepfold.games.woolf import terms as woolf_terms
from sheepfold.games.woolf import text as woolf_text

Fact: TypeAlias = tuple[str, str]
"""A word and a value for the line above the board."""

ROLE_HEADS: Final = {"Wolf": "h-wolf", "Farmer": "h-hunter", "Sheep": "h-sheep"}


def inner(view: Any) -> Any:
    """The round being played, where the game is a duel; None while bids are made."""
    return view.now if isinstance(view, DuelView) else view


def board(game: AnyGame, view: Any, names: Mapping[Seat, str], sprite_url: str) -> str:
    """The picture without its frame: only the map that moves are made on."""
    return svg(game.picture(view, names).inside(), sprite_url)


def facts(game: AnyGame, view: Any) -> list[Fact]:
    """How the game stands, in a few words."""
    now = inner(view)
    found: list[Fact] = []
    if isinstance(view, DuelView) and view.mode == "match":
        found.append(("Game", f"{len(view.rounds)} of 2"))
    if isinstance(view, DuelView) and not view.rounds:
        return [("Highest bid", str(view.bids[-1]) if view.bids else "none yet")]
    return found + FACTS[game.name](now)


def _mutton(view: Any) -> list[Fact]:
    found = [("Round", str(view.round))] if view.round else []
    if view.animals:
        what, _, score = mutton_text.score_line(view).removesuffix(".").partition(": ")
        found.append((what, score))
    if view.round and (view.options.reveal or view.outcome):
        left = view.options.num_wolves - sum(bool(animal.wolf) for animal in view.animals if animal.fate != "alive")
        found.append(("Wolves left", str(left)))
    return found


def _fold(view: Any) -> list[Fact]:
    scores = [(f"Seat {name}" if name.isdigit() else name.capitalize(), str(points)) for name, points in view.scores]
    return [*scores, ("In the bag", str(view.left()))]


def _dogs(view: Any) -> list[Fact]:
    found = [("Would live", f"{view.score} of {len(view.tiles)}"), ("Tiles left", str(view.left))]
    return (
        [*found, ("To beat" if view.options.mode == "duel" else "To reach", str(view.target))] if view.target else found
    )


def _woolf(view: Any) -> list[Fact]:
    early = sum(isinstance(event, woolf_terms.Suspected) for event in view.events)
    return [
        ("Round", f"{view.round} of {woolf_terms.ROUNDS}"),
        ("Early suspicions", f"{early} of {woolf_board.early_limit(view.players)}"),
    ]


FACTS: Final[Mapping[str, Callable[[Any], list[Fact]]]] = {
    "mutton": _mutton,
    "fold": _fold,
    "dogs": _dogs,
    "woolf": _woolf,
}


MOST_ODDS: Final = 8


def odds(view: Any) -> list[tuple[str, int]]:
    """The likeliest wolves in per cent, for the Farmer alone: worked out from nothing but the Farmer's view."""
    if view.seat != FARMER or not view.round or view.outcome is not None:
        return []
    found = sorted(belief.odds(view).items(), key=lambda chance: (-chance[1], chance[0]))
    return [(letter, round(100 * chance)) for letter, chance in found[:MOST_ODDS]]


def extras(game: AnyGame, view: Any, *, aids: bool) -> dict[str, Any]:
    """What the game's panel and its module in the browser need beside the view. ``aids``: with odds."""
    now = inner(view)
    if now is None:
        return {}
    if game.name == "mutton":
        names = hexagon(now.options.size).names
        kills = mutton_text.sheet_rows(now)
        return {
            "sparse": [names[cell] for cell in mutton_board.sparse(now.options.size, now.options.num_sheep)],
            "kills": kills,
            "odds": odds(now) if aids else [],
            "ran": {a.letter: sum(row.get(a.letter) in ("+", "=") for _, row in kills) for a in now.animals},
        }
    if game.name == "dogs":
        return {"standing": dogs_text.standing(now), "aim": dogs_text.aim(now)}
    if game.name == "woolf":
        return {
            "words": woolf_text.WORDS,
            "character": woolf_board.character(now.hand) if now.hand else "",
            "targets": woolf_board.TARGETS,
            "values": woolf_board.VALUE,
            "question": woolf_text.question_words,
            "holders": woolf_board.holders(now.players),
            "limit": woolf_board.early_limit(now.players),
            "clues": [event for event in now.events if isinstance(event, woolf_terms.Clue)],
            "asked": [event for event in now.events if isinstance(event, woolf_terms.Asked)],
            "sealed": [event.by for event in now.events if isinstance(event, woolf_terms.Suspected)],
        }
    return {}
