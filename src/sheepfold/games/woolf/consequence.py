"""What a peek, a question or a suspicion would come to: what each answer leaves open, what it brings, what it risks."""

from __future__ import annotations

from collections.abc import Iterable

from sheepfold.core.consequence import Consequence, Slip
from sheepfold.core.contract import Move, Seat
from sheepfold.core.interlude import BAD, GOOD
from sheepfold.core.prose import listed
from sheepfold.games.woolf import belief, board
from sheepfold.games.woolf.terms import FINAL
from sheepfold.games.woolf.text import WORDS
from sheepfold.games.woolf.view import View


def consequence(view: View, move: Move, *, aids: bool) -> Consequence | None:
    """By the rules alone; with aids also by all that was said so far."""
    match move:
        case ("ask", at, question):
            return _ask(view, int(at), question, aids)
        case ("peek", *_) if view.hand is not None:
            boy = board.character(view.hand) == "boy"
            aloud = 'you cry "wolf", unless it is a question mark' if boy else "everybody hears what it looks like"
            return Consequence("You see the whole card.", (Slip(aloud),))
        case ("suspect", *_):
            final = view.phase == FINAL
            token = "an error token" if final else "a red error token"
            return Consequence(
                "Both pointers must be right.",
                (Slip("right: +1" if final else "right: +2", GOOD), Slip(f"wrong: {token}", BAD)),
            )
    return None


def _ask(view: View, at: Seat, question: str, aids: bool) -> Consequence:
    """What yes leaves open, and what no."""
    if "-" not in question:
        return Consequence(f"Yes: one of the cards shows a {WORDS[question]}.", (Slip("no: neither does"),))
    named = question.split("-")
    odds = _odds(view, at) if aids else dict.fromkeys(board.CHARACTERS, 0.0)
    yes, no = [who for who in odds if who in named], [who for who in odds if who not in named]
    slips = [Slip(f"no: {_open(no)}")]
    if aids:
        slips.append(Slip(f"yes with {round(100 * sum(odds[who] for who in yes))} %"))
    return Consequence(f"Yes: {_open(yes)}.", tuple(slips))


def _odds(view: View, at: Seat) -> dict[str, float]:
    """Whom the seat can play, in the order of the cards."""
    for about, odds in belief.beliefs(view):
        if about == str(at):
            return {who: dict(odds)[who] for who in board.CHARACTERS if who in dict(odds)}
    return dict.fromkeys(board.CHARACTERS, 0.0)


def _open(who: Iterable[str]) -> str:
    return listed([WORDS[each] for each in who], "or") or "it cannot be"
