"""Puzzles for the Farmer: who must be a wolf, and which shot tells most. All sets of wolves that fit are counted."""

from __future__ import annotations

from math import log2
from typing import Final

from sheepfold.core.contract.daily import Deal, PuzzleKind, Solution, only_best
from sheepfold.core.duel import DuelView
from sheepfold.games.mutton.belief import bits_told, hypotheses, split
from sheepfold.games.mutton.terms import FARMER, KILL, WOLF, Options
from sheepfold.games.mutton.view import View

NOBODY: Final = "nobody"
TEMPTING: Final = 0.75
"""So likely a wolf is somebody where the right answer is that nobody can be proven."""
LEAST_SETS: Final = 2
CLEARER: Final = 0.04
"""So many bits more the best shot tells than the second best."""


def _farmer_shoots(view: DuelView[Options, View]) -> View | None:
    now = view.now
    return now if now is not None and view.role == FARMER and now.phase == "farmer" else None


def must_be_a_wolf(view: DuelView[Options, View]) -> Solution | None:
    """One living animal is in every set of wolves that fits, or none is though one is likely."""
    now = _farmer_shoots(view)
    if now is None or (sets := hypotheses(now)) < LEAST_SETS:
        return None
    living = now.living
    wolf_in = {letter: split(now, letter)[0] for letter in living}
    certain = [letter for letter, count in wolf_in.items() if count == sets]
    seen = sum(deed.kind == KILL for deed in now.log)
    if not certain:
        letter, count = max(wolf_in.items(), key=lambda entry: entry[1])
        if count < TEMPTING * sets or seen < 3:
            return None
        reason = (
            f"{sets:,} possibilities are left, and no animal is a wolf in all of them. "
            f"{letter} comes nearest, with {count:,}."
        )
        return Solution(NOBODY, (*living, NOBODY), reason, min(10, 2 + seen))
    alone = any(deed.kind == KILL and deed.near == certain[0] for deed in now.log)
    if len(certain) > 1 or alone:  # where nobody else stood by, one kill gives the wolf away
        return None
    reason = f"{sets:,} possibilities are left, and {certain[0]} is a wolf in every one. No other animal is."
    return Solution(certain[0], (*living, NOBODY), reason, min(10, 1 + seen))


def tells_most(view: DuelView[Options, View]) -> Solution | None:
    """One shot whose answer halves the sets of wolves best."""
    now = _farmer_shoots(view)
    if now is None or (sets := hypotheses(now)) < 4 * LEAST_SETS:
        return None
    bits = [(bits_told(split(now, letter)[0] / sets), letter) for letter in now.living]
    found = only_best(bits, CLEARER)
    if found is None:
        return None
    letter, choices = found
    wolf, sheep = split(now, letter)
    reason = (
        f"{sets:,} possibilities are left: {wolf:,} if {letter} is a wolf, {sheep:,} if it is a sheep. "
        f"No other shot tells more ({max(bits)[0]:.2f} bits)."
    )
    return Solution(letter, choices, reason, min(10, max(1, round(log2(sets)) - 2)))


KINDS: Final = (
    PuzzleKind("wolf", "You are the Farmer. Which animal must be a wolf, if any?", must_be_a_wolf),
    PuzzleKind("shot", "You are the Farmer. Which shot tells you most about the wolves?", tells_most),
)
SHIPPED: Final = {"wolf": 100, "shot": 64}
"""How many of each kind come with the program, half of them from games of each kind:"""
MINED: Final = (
    ({"quick": 11}, ("canny", "canny")),
    ({"quick": 11, "num_wolves": 3}, ("farmhand", "canny")),
)
"""options, and the bots that play."""

DEAL: Final = Deal(
    options={"quick": 22},
    seats=2,
    seat=FARMER,
    bot="canny",
    task="You are the Farmer. Shoot the wolves before many sheep are eaten.",
    points=lambda scores: -scores[WOLF],
    words=lambda scores: "1 sheep eaten" if scores[WOLF] == 1 else f"{scores[WOLF]} sheep eaten",
)
"""The deal of the day: the Farmer against one Wolf, until the last wolf is shot."""
