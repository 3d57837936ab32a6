"""Typed text against the parts of a move: what has been said, and how it could go on."""

from __future__ import annotations

from itertools import islice
from typing import Any

from sheepfold.core.contract import Move, Part, Seat
from sheepfold.core.progress import AnyGame

MOST = 2000
"""More parts than this are not looked at: nobody reads such a list."""


def scan(game: AnyGame, state: Any, seat: Seat, text: str) -> tuple[Move, str]:
    """The parts that the text spells out, whatever stands between them, and the unfinished rest.

    ``K:L-a2,E`` gives ``("K", "L", "a2")`` and ``"E"`` where the parts are so.
    """
    so_far: Move = ()
    while True:
        known = list(islice(game.parts(state, seat, so_far), MOST))
        text = _skip(text, known)
        said = max((part for part in known if _begins(text, part)), key=len, default=None)
        if said is None or len(said) == len(text):
            return so_far, text
        so_far, text = (*so_far, said), text[len(said) :]


def _begins(text: str, part: Part) -> bool:
    return text.lower().startswith(part.lower())


def _skip(text: str, known: list[Part]) -> str:
    """The text from where one of the known parts may begin."""
    while text and not text[0].isalnum() and not any(_begins(text, part) or _begins(part, text) for part in known):
        text = text[1:]
    return text


def continuations(game: AnyGame, state: Any, seat: Seat, text: str) -> list[tuple[Part, int]]:
    """Parts that could follow, each with how many characters of the text it replaces."""
    so_far, rest = scan(game, state, seat, text)
    known = islice(game.parts(state, seat, so_far), MOST)
    return [(part, len(rest)) for part in known if part.lower().startswith(rest.lower())]
