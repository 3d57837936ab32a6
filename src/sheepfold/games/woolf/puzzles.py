"""Puzzles for whoever sits at a round: who plays the wolf, who the shepherd boy, which question settles it.

Every deal of the cards that fits is counted, so that what is certain is certain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from sheepfold.core.contract import Seat
from sheepfold.core.contract.daily import SHOWN, Deal, PuzzleKind, Solution
from sheepfold.games.woolf.belief import Belief
from sheepfold.games.woolf.board import Character, holders, image
from sheepfold.games.woolf.terms import TURN, Asked, Clue
from sheepfold.games.woolf.text import WORDS, called, question_words
from sheepfold.games.woolf.view import View


def plays(who: Character, view: View) -> Solution | None:
    """One of the others plays the character in every deal that fits, and the viewer has not seen that card."""
    if view.phase != TURN or view.hand is None or view.turn != view.seat or who in map(image, view.hand):
        return None
    belief = Belief(view)
    others = [seat for seat in belief.seats if seat != view.seat]
    certain = [seat for seat in others if _always(belief, seat, who)]
    if len(certain) != 1 or certain[0] in _seen(view, who):
        return None
    answer = str(certain[0])
    told = sum(event.by != view.seat for event in view.events)
    reason = (
        f"Count the deals that fit your cards, what you saw, the tokens and the answers: in every one of them "
        f"player {answer} plays the {WORDS[who]}."
    )
    return Solution(answer, tuple(map(str, others)), reason, min(10, told))


def player(view: View, choice: str) -> str:
    """A player as the others call them."""
    return called({seat: f"Player {seat}" for seat in range(1, view.players + 1)}, int(choice)).capitalize()


def question(view: View, choice: str) -> str:
    """A question with whom it is to."""
    _, at, card = choice.split(" ")
    return f"Ask {called({int(at): f'Player {at}'}, int(at))}: {question_words(card)}"


def _always(belief: Belief, seat: Seat, who: Character) -> bool:
    """Whether no deal fits in which the seat does not play the character."""
    return belief.total > 0 and belief.supposing((seat, who, False)).total == 0


def _seen(view: View, who: Character) -> set[Seat]:
    """Those of whom the viewer has seen a card of the character."""
    own = (event for event in view.events if isinstance(event, Clue) and event.by == view.seat)
    return {event.at for event in own if event.card is not None and image(event.card) == who}


def settles(view: View) -> Solution | None:
    """One question after whose answer, whatever it is, the viewer knows who plays the wolf."""
    if view.phase != TURN or view.hand is None or view.turn != view.seat or "wolf" in map(image, view.hand):
        return None
    if _somebody_is(Belief(view), view, "wolf"):
        return None
    asks = {f"ask {at} {question}": _settled(view, at, question) for at, question in _asks(view)}
    settling = [move for move, settled in asks.items() if settled]
    if len(settling) != 1 or len(asks) < SHOWN:
        return None
    reason = (
        "If the answer is yes only one player can be the wolf, and if it is no only one can. After any other question "
        "two could still be it."
    )
    return Solution(settling[0], tuple(sorted(asks)), reason, min(10, 1 + len(view.events)))


def _asks(view: View) -> Iterator[tuple[Seat, str]]:
    for question in sorted(set(view.questions)):
        for at in range(1, view.players + 1):
            if at != view.seat:
                yield at, question


def _settled(view: View, at: Seat, question: str) -> bool:
    """Whether both answers are possible and each leaves one player who can be the wolf."""
    for yes in (True, False):
        heard = Belief(replace(view, events=(*view.events, Asked(view.own, at, question, yes))))
        if not heard.total or not _somebody_is(heard, view, "wolf"):
            return False
    return True


def _somebody_is(belief: Belief, view: View, who: Character) -> bool:
    return any(_always(belief, seat, who) for seat in range(1, holders(view.players) + 1) if seat != view.seat)


KINDS: Final = (
    PuzzleKind("wolf", "Which player must be the wolf?", partial(plays, "wolf"), player),
    PuzzleKind("boy", "Which player must be the shepherd boy?", partial(plays, "boy"), player),
    PuzzleKind("question", "Which question tells you, whatever the answer, who the wolf is?", settles, question),
)
SHIPPED: Final = {"wolf": 54, "boy": 54, "question": 40}
"""How many of each kind come with the program, half of them from games of each kind:"""
MINED: Final = (
    ({"turn_limit": 6}, ("sleuth",) * 5),
    ({"turn_limit": 6}, ("sleuth",) * 4),
)
"""options, and the bots that play."""

DEAL: Final = Deal(
    options={},
    seats=4,
    seat=1,
    bot="beadle",
    task="Play three rounds with three house bots, and score as much as you can.",
    points=lambda scores: scores[1],
    words=lambda scores: "1 point" if scores[1] == 1 else f"{scores[1]} points",
)
"""The deal of the day: three rounds with the same cards among the same bots."""
