"""The page's table of people as plain data: what lies before everybody, your hand, a round turned up.

Seats are numbers and cards have their own names: how they are called and drawn a page knows already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheepfold.core.contract import Seat
from sheepfold.games.woolf import board
from sheepfold.games.woolf.scoring import pointer_right
from sheepfold.games.woolf.terms import FINAL, TURN, Asked, Clue, Pointers, Reveal, Suspected
from sheepfold.games.woolf.view import OpenView, View


def table(view: View) -> dict[str, Any]:
    """Points, error tokens and who is awaited, out of the round or has a sealed suspicion; and before whom which clues
    and answers lie. A clue that you took yourself also shows the card."""
    players = range(1, view.players + 1)
    early = early_suspects(view)
    turn = [view.turn] if view.phase == TURN else view.waiting
    return {
        "me": view.seat,
        "round": view.round,
        "points": view.points,
        "errors": view.errors,
        "red": [seat for seat in players if view.red[seat - 1]],
        "turn": [] if view.outcome else turn,
        "out": early,
        "sealed": [seat for seat in players if seat not in view.waiting] if view.phase == FINAL else early,
        "clues": [_clue(event, view.seat) for event in view.events if isinstance(event, Clue)],
        "asked": [[each.by, each.at, each.question, each.yes] for each in view.events if isinstance(each, Asked)],
    }


def early_suspects(view: View) -> list[Seat]:
    """Who has made an early suspicion in this round, in order."""
    return [event.by for event in view.events if isinstance(event, Suspected)]


def _clue(clue: Clue, viewer: Seat | None) -> list[Any]:
    """Who said of whom what, and to who looked the card."""
    return [clue.by, clue.at, clue.said, *([clue.card] if clue.by == viewer else [])]


def hand(view: View) -> dict[str, Any] | None:
    """Your hand while the game is on."""
    if view.hand is None or view.outcome:
        return None
    who = board.character(view.hand)
    return {"cards": view.hand, "who": who, "questions": view.questions, "pointers": view.pointers}


def turned_up(reveal: Reveal) -> list[dict[str, Any]]:
    """Everybody's cards at the end of a round, with what became of their suspicions. The empty chair has none."""
    found = []
    for seat, (held, who) in enumerate(zip(reveal.hands, reveal.characters, strict=True), 1):
        shown: dict[str, Any] = {"cards": held, "who": who}
        if seat <= len(reveal.suspicions):
            made = reveal.suspicions[seat - 1]
            shown["aims"] = _aims(who, made.pointers, made.right)
            shown["early"] = made.early
            shown["points"] = made.points + made.bonus
            shown["error"] = made.error
        found.append(shown)
    return found


def laid_open(view: OpenView) -> list[dict[str, Any]]:
    """Everybody's cards, and the suspicions that lay sealed, in a round that was not played to its end: nothing of it
    was scored."""
    early = early_suspects(view)
    characters = [board.character(held) for held in view.hands]
    found = []
    for seat, (held, who) in enumerate(zip(view.hands, characters, strict=True), 1):
        shown: dict[str, Any] = {"cards": held, "who": who}
        pointers = view.suspicions[seat - 1] if seat <= view.players else None
        if pointers is not None:
            pairs = zip(board.TARGETS[who], pointers, strict=True)
            right = [pointer_right(characters, target, pointer) for target, pointer in pairs]
            shown["aims"] = _aims(who, pointers, right)
            shown["early"] = seat in early
        found.append(shown)
    return found


def _aims(who: str, pointers: Pointers, right: Sequence[bool]) -> list[tuple[str, int, bool]]:
    """Whom each pointer sought, at whom it stood (0: at nobody), and whether that was right. None of who declined."""
    return [
        (target, int(at), hit)
        for target, at, hit in zip(board.TARGETS[who], pointers, right, strict=True)
        if board.NONE not in (target, at)
    ]
