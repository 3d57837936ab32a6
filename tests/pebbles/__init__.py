"""Pebbles: a fifth game, as somebody would add it who brings the rooms of its rules and nothing else.

Three heaps of pebbles. In turn everybody takes one to three from one heap; what comes from the heap that chance made
your lucky one, which nobody else knows, counts twice. When all heaps are empty, most points win.
"""

from __future__ import annotations

from typing import Any, Final

from pebbles import picture as pictures
from pebbles import rules, texts
from pebbles.rules import HEAPS, Options, State, View
from sheepfold.core.contract import Game, Seat
from sheepfold.core.words.paragraphs import Line

__all__ = ["GAME"]


class Pebbles(Game[Options, State, View]):
    """No face, no page, no bot of its own."""

    name, title, credits = "pebbles", "Pebbles", "The tests, 2026"
    summary = "Take pebbles from three heaps; one heap counts twice for you, and only you know which."
    version, seats, options, endings = 1, range(2, 5), Options, ("counted",)

    start = staticmethod(rules.start)
    to_move = staticmethod(rules.to_move)
    ahead = staticmethod(rules.ahead)
    check = staticmethod(rules.check)
    play = staticmethod(rules.play)
    outcome = staticmethod(rules.outcome)
    view = staticmethod(rules.view)
    imagine = staticmethod(rules.imagine)
    retold = staticmethod(rules.retold)
    beliefs = staticmethod(rules.beliefs)
    truth = staticmethod(rules.truth)
    parse = staticmethod(texts.parse)
    notate = staticmethod(texts.notate)
    prompt = staticmethod(texts.prompt)
    next_part = staticmethod(texts.next_part)
    tell = staticmethod(texts.tell)
    text = staticmethod(texts.text)
    picture = staticmethod(pictures.picture)
    symbols = staticmethod(pictures.symbols)

    def seated(self, state: State) -> int:
        return state.seats

    def check_notation(self, options: Options, text: str) -> None:
        texts.words(text)

    def reversible(self, state: State, seat: Seat, move: Any, after: State | None = None) -> bool:
        return after is None or rules.outcome(after) is None

    def forms(self) -> tuple[Line, ...]:
        return (Line(f"take two pebbles from heap b ({', '.join(HEAPS)}; one to three)", "b 2   "),)


GAME: Final = Pebbles()
