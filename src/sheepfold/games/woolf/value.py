"""What a position is worth in points, as the Justice reckons it: for looking back at a game."""

from __future__ import annotations

from math import log2
from random import Random
from typing import Any, Final

from sheepfold.core.contract import NATURE, Move, Outcome, Seat
from sheepfold.core.contract.judging import Currency, Judge, JudgedChoice
from sheepfold.games.woolf import odds
from sheepfold.games.woolf.terms import DEAL, FINAL, ROUNDS, TURN, Asked, Clue
from sheepfold.games.woolf.view import View

PAR: Final = 0.6
"""Points that it expects of a round before anything has happened."""


class WoolfJudge(Judge):
    """A seat's points at the end: those it has, those it can expect of this round, and a fair share of later ones."""

    currency = Currency("points", 0.2, "Your points at the end of the game.")
    caution = "Odds are exact, except for what it reads from others' choices; the value of a peek is an estimate."

    def __init__(self, bot: Any) -> None:
        self._bot = bot

    def start(self, view: View) -> float:
        return ROUNDS * PAR

    def choice(self, view: View, move: Move, rng: Random) -> JudgedChoice | None:
        if move == ("swap",) or view.phase not in (TURN, FINAL):
            return None
        found, belief = dict(self._bot.weigh(view, rng).moves), odds.read(view)
        kind = move[:2] if move[0] == "peek" else move  # either place will do
        played = next((value for each, value in found.items() if each[: len(kind)] == kind), None)
        if played is None:
            chance = belief.right(move[1:])
            played = chance - odds.BLACK * (1 - chance) if view.phase == FINAL else odds.early_worth(chance)
        best = max(found, key=lambda each: found[each])
        bits = next((gain for gain, each in odds.gains(belief) if each == kind), None)
        if found[best] <= played:
            best = move
        base = self._base(view)
        return JudgedChoice(best, base + max(found.get(best, played), played), base + played, bits=bits)

    def later(self, value: float, before: View, after: View) -> float:
        if len(after.reveals) != len(before.reveals):
            handicap = odds.RED if after.red[after.own - 1] else 0.0
            return self._base(after) + (0.0 if after.outcome else PAR - handicap)
        looked = len(after.events) > len(before.events) and after.events[-1].by == after.seat
        if looked and isinstance(after.events[-1], Clue | Asked):
            hunch = odds.best_hunch(odds.read(after), 0.0)
            return self._base(after) + (0.0 if hunch is None else odds.waiting_worth(after, hunch.chance))
        return value

    def _base(self, view: View) -> float:
        """Everything but this round."""
        return view.points[view.own - 1] + PAR * (0 if view.outcome else max(0, ROUNDS - view.round))

    def luck(self, before: View, after: View, mover: Seat) -> bool:
        """Also when the cards are turned up: whether a suspicion was right was settled before."""
        return mover in (NATURE, before.seat) or len(after.reveals) != len(before.reveals)

    def result(self, view: View, outcome: Outcome) -> float:
        return float(view.points[view.own - 1])

    def doubt(self, view: View) -> float | None:
        if view.hand is None or view.phase == DEAL or view.outcome is not None:
            return None
        return lacking(view)


def lacking(view: View) -> float:
    """How many bits its owner lacks about who plays those they seek, each player by themselves."""
    targets, found = view.targets, 0.0
    for seat, roles in odds.read(view).roles.items():
        if seat != view.seat:
            chances = [chance for who, chance in roles.items() if who in targets]
            found -= sum(chance * log2(chance) for chance in (*chances, 1 - sum(chances)) if chance > 1e-12)
    return found


def judge(bot: Any) -> Judge:
    return WoolfJudge(bot)
