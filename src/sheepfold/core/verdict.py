"""How a game ended, in words for everybody: who gave up, who won, with how many points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sheepfold.core.contract import TABLE_ENDINGS, Game, Outcome, Seat
from sheepfold.core.interlude import Interlude
from sheepfold.core.prose import addressed

LAST = 99
"""The number of an interlude that is the end: no game has so many before it."""
OVER = "The game is over."
"""How a verdict begins where the rules ended the game."""
AS_LEFT = "The board as it was left:"
"""What stands before a position in which the rules still wait for a move, and people ended the game."""
LEADS = {"resigned": "{by} gave up.", "forfeited": "{by} ran out of time.", "agreed": "By agreement."}
"""How a game can end at the table without its rules."""


def verdict(game: Game[Any, Any, Any], outcome: Outcome, names: Mapping[Seat, str], seat: Seat | None = None) -> str:
    """Two or three short sentences, for everybody or for who sits in a seat."""
    lead = "" if outcome.reason in TABLE_ENDINGS else OVER
    return " ".join(filter(None, (lead, result(game, outcome, names, seat))))


def board_text(game: Game[Any, Any, Any], view: Any, opened: Any, names: Mapping[Seat, str]) -> str:
    """The board as text: as the viewer sees it, or ``opened`` where people ended the game."""
    return game.text(view, names) if opened is None else f"{AS_LEFT}\n\n{game.text(opened, names)}"


def result(game: Game[Any, Any, Any], outcome: Outcome, names: Mapping[Seat, str], seat: Seat | None = None) -> str:
    """The same without saying that it is over."""
    names = addressed(names, seat)
    if outcome.reason == "aborted":
        return "The game was called off; it counts for nobody."
    by = names.get(outcome.by, "") if outcome.by is not None else ""
    lead = LEADS.get(outcome.reason, "").format(by=by)
    scores = ", ".join(
        f"{scorer.capitalize() if isinstance(scorer, str) else names.get(scorer, scorer)}: {points}"
        for scorer, points in outcome.scores.items()
    )
    return " ".join(filter(None, [lead, game.winning(outcome, names), scores and f"{scores}."]))


def ending(
    game: Game[Any, Any, Any], outcome: Outcome, view: Any, names: Mapping[Seat, str], seat: Seat | None
) -> Interlude:
    """The end of it all as an interlude after which nothing comes: what every game has, whatever else it tells."""
    by_rules = outcome.reason in game.endings
    own = outcome.scores.get(seat) if seat is not None else None
    return Interlude(
        number=LAST,
        title=OVER,
        score="" if own is None else str(own),
        words=_own(outcome, seat),
        onward=result(game, outcome, names, seat),
        notes=game.recap(view, names) if by_rules else (),
    )


def _own(outcome: Outcome, seat: Seat | None) -> str:
    """What is to be said to whoever sits there and did not win; who won is told to everybody."""
    if seat is None or outcome.reason == "aborted" or seat in outcome.winners:
        return ""
    return "You did not win this time." if outcome.winners or outcome.by is not None else ""
