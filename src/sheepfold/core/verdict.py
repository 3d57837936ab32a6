"""How a game ended, in words for everybody: who gave up, who won, with how many points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from sheepfold.core.contract import DECIDED, TABLE_ENDINGS, Outcome, Seat
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.scores import Interlude, Scoreboard, Scores
from sheepfold.core.words.prose import addressed

LAST = 99
"""The number of an interlude that is the end: no game has so many before it."""
OVER = "The game is over."
"""How a verdict begins where the rules ended the game."""
AS_LEFT = "The position at the end:"
"""What stands before a position in which the rules still wait for a move, and people ended the game."""
LEADS = {
    "resigned": "{by} gave up.",
    "forfeited": "{by} ran out of time.",
    "agreed": "By agreement.",
    DECIDED: "It was decided.",
}
"""How a game can end at the table without its rules."""


def verdict(game: AnyGame, outcome: Outcome, names: Mapping[Seat, str], seat: Seat | None = None) -> str:
    """Two or three short sentences, for everybody or for who sits in a seat."""
    return " ".join(filter(None, (_over(outcome), result(game, outcome, names, seat))))


def headline(game: AnyGame, outcome: Outcome, names: Mapping[Seat, str], seat: Seat | None) -> str:
    """The verdict without points, for where those stand elsewhere."""
    names = addressed(names, seat)
    return " ".join(filter(None, (_over(outcome), _lead(outcome, names), _winning(game, outcome, names))))


def _over(outcome: Outcome) -> str:
    return "" if outcome.reason in TABLE_ENDINGS else OVER


def board_text(game: AnyGame, view: Any, opened: Any, names: Mapping[Seat, str]) -> str:
    """The board as text: as the viewer sees it, or ``opened`` where people ended the game."""
    return game.text(view, names) if opened is None else f"{AS_LEFT}\n\n{game.text(opened, names)}"


def result(game: AnyGame, outcome: Outcome, names: Mapping[Seat, str], seat: Seat | None = None) -> str:
    """The same without saying that it is over."""
    names = addressed(names, seat)
    scores = ", ".join(
        f"{scorer.capitalize() if isinstance(scorer, str) else names.get(scorer, scorer)}: {points}"
        for scorer, points in outcome.scores.items()
    )
    said = (_lead(outcome, names), _winning(game, outcome, names), scores and f"{scores}.")
    return " ".join(filter(None, said))


def _lead(outcome: Outcome, names: Mapping[Seat, str]) -> str:
    """How people ended the game; empty where its rules ended it."""
    by = names.get(outcome.by, "") if outcome.by is not None else ""
    return LEADS.get(outcome.reason, "").format(by=by)


def decided(game: AnyGame, view: Any, names: Mapping[Seat, str], seat: Seat | None) -> str:
    """That nothing can change any more who wins, for who sits in a seat; nothing while something can."""
    winners = game.decided(view)
    return (
        f"It is decided. {_winning(game, Outcome(winners, Scores(), DECIDED), addressed(names, seat))}"
        if winners
        else ""
    )


def _winning(game: AnyGame, outcome: Outcome, names: Mapping[Seat, str]) -> str:
    if outcome.reason == "aborted":
        return "The game was called off; it counts for nobody."
    return game.winning(outcome, names)


def ending(game: AnyGame, outcome: Outcome, view: Any, names: Mapping[Seat, str], seat: Seat | None) -> Interlude:
    """The end of the game as a last interlude: what every game has, whatever else it tells."""
    by_rules = outcome.reason in game.endings
    own = outcome.scores.get(seat) if seat is not None else None
    called = addressed(names, seat)
    board = ranked(game.scoreboard(view, outcome, called), outcome, len(names))
    if not by_rules:
        board = replace(board, reason="")
    return Interlude(
        number=LAST,
        title=OVER,
        score="" if own is None else str(own),
        words=board.reason or _lead(outcome, called),
        onward=_winning(game, outcome, called),
        notes=game.recap(view, names) if by_rules else (),
        scoreboard=None if outcome.reason == "aborted" else board,
    )


def ranked(board: Scoreboard, outcome: Outcome, seats: int) -> Scoreboard:
    """The scoreboard with the place of every seat, the best first; as it is where nobody won."""
    if not outcome.winners or any(row.seat is None for row in board.rows):
        return board
    place: dict[Seat | None, int] = dict(enumerate(places(outcome, seats), 1))
    placed = [replace(row, place=place[row.seat]) for row in board.rows]
    order = sorted(range(len(placed)), key=lambda at: placed[at].place)
    items = (replace(item, points=tuple(item.points[at] for at in order)) for item in board.items)
    return replace(board, rows=tuple(placed[at] for at in order), items=tuple(items))


def opposed(game: AnyGame, state: Any, seats: int) -> bool:
    """Whether players play against each other; not alone, nor where all win and lose together.

    Who would win if a seat gave up is not on its side, so no game has to say more.
    """
    return any(game.winners_without(state, seats, seat) for seat in range(1, seats + 1))


def places(outcome: Outcome, seats: int) -> tuple[int, ...]:
    """Each seat's place, the best 1; equals share a place and the next ones go without.

    Winners come first and who gave up comes last, unless nobody won by it. Points decide between the others, where
    everybody has some of their own: in a duel after bidding only one scores, and a low score can win.
    """
    everybody = range(1, seats + 1)
    scored = all(seat in outcome.scores for seat in everybody)

    def merit(seat: Seat) -> tuple[bool, bool, int]:
        gave_up = seat == outcome.by and bool(outcome.winners)
        return seat in outcome.winners, not gave_up, outcome.scores[seat] if scored else 0

    merits = [merit(seat) for seat in everybody]
    return tuple(1 + sum(other > own for other in merits) for own in merits)


def went(outcome: Outcome, seat: Seat, seats: int) -> Literal["won", "drawn", "lost", "played"]:
    """How a game of so many went for a seat; "played": for the score alone."""
    sides = outcome.scores.sides.values()
    if seat not in outcome.winners:
        return "lost" if outcome.winners or outcome.by is not None or sides else "played"
    level = len(set(sides)) == 1 if sides else len(outcome.winners) == seats > 1
    return "drawn" if level else "won"


def utilities(outcome: Outcome, seats: int) -> tuple[float, ...]:
    """What the outcome is worth to each seat, from -1 to 1: what a learner is paid.

    Each seat's mean over the others: 1 for everybody behind it, -1 for everybody ahead, so that the sum is 0. Where
    all play together, or one alone, it is 1 for a win, -1 for a loss.
    """
    if seats == 1 or outcome.scores.sides:
        worth = {"won": 1.0, "lost": -1.0}
        return tuple(worth.get(went(outcome, seat, seats), 0.0) for seat in range(1, seats + 1))
    found = places(outcome, seats)
    return tuple(sum((own < other) - (own > other) for other in found) / (seats - 1) for own in found)


def win_shares(outcome: Outcome, seats: int) -> tuple[float, ...]:
    """What part of the win each seat has; where all win together, each has all of it, and half of a draw."""
    sides = list(outcome.scores.sides.values())
    if sides:
        won = 0.0 if not outcome.winners else 0.5 if len(set(sides)) == 1 else 1.0
        return (won,) * seats
    share = 1 / max(1, len(outcome.winners))
    return tuple(share if seat in outcome.winners else 0.0 for seat in range(1, seats + 1))


def points(outcome: Outcome, seats: int) -> tuple[float, ...]:
    """Each seat's points; where sides score, by how many the first of them, who plays, is ahead."""
    sides = list(outcome.scores.sides.values())
    if sides:
        return (float(sides[0] - sum(sides[1:])),) * seats
    return tuple(float(outcome.scores.get(seat, 0)) for seat in range(1, seats + 1))
