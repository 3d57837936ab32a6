"""What is certain about the cards by looking and counting: your own, those you saw, and what the deck rules out."""

from __future__ import annotations

from collections import Counter

from sheepfold.core.contract import Seat
from sheepfold.games.woolf import board
from sheepfold.games.woolf.terms import Clue
from sheepfold.games.woolf.view import View

YES, NO = "c", "x"
"""The marks in the grid of who has which card."""


def certain(view: View) -> dict[str, str]:
    """Marks for the grid, by ``seat.image``. Whose words one believes, and what a boy may have cried, is not in it."""
    if view.seat is None or view.hand is None:
        return {}
    seen = _seen(view)
    copies = Counter[str]()
    for card, number in deck_of(view):
        copies[board.image(card)] += number
    found = Counter(board.image(card) for cards in seen.values() for card in cards)
    marks = {}
    for seat in range(1, board.holders(view.players) + 1):
        cards = seen.get(seat, ())
        images = [board.image(card) for card in cards]
        for image in board.CHARACTERS:
            if image in images:
                marks[f"{seat}.{image}"] = YES
            elif len(cards) == 2 or found[image] >= copies[image]:
                marks[f"{seat}.{image}"] = NO
    return marks


def deck_of(view: View) -> tuple[tuple[str, int], ...]:
    """Every kind of card that is dealt, with its copies."""
    return board.deck(view.options.counts(view.players), view.options.advanced)


def _seen(view: View) -> dict[Seat, tuple[str, ...]]:
    """The cards that the viewer knows to be somewhere. Twice the same kind at one place may be the same card twice."""
    found: dict[Seat, tuple[str, ...]] = {view.seat or 0: view.hand or ()}
    for event in view.events:
        if isinstance(event, Clue) and event.by == view.seat and event.card is not None:
            before = found.get(event.at, ())
            if event.card not in before:
                found[event.at] = (*before, event.card)
    return found
