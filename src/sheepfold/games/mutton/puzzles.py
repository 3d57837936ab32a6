"""Puzzles for the Farmer: who must be a wolf, and which shot tells most. All sets of wolves that fit are counted."""

from __future__ import annotations

from math import log2
from typing import Final

from sheepfold.core.contract.puzzle import PuzzleKind, Solution, only_best
from sheepfold.core.duel import DuelView
from sheepfold.games.mutton.belief import hypotheses, split
from sheepfold.games.mutton.terms import FARMER, KILL, Options
from sheepfold.games.mutton.view import ALIVE, View

NOBODY: Final = "nobody"
TEMPTING: Final = 0.75
"""So likely a wolf is somebody where the right answer is that nobody can be proven."""
LEAST_SETS: Final = 2
CLEARER: Final = 0.04
"""So many bits more the best shot tells than the second best."""


def _farmer_shoots(view: DuelView[Options, View]) -> View | None:
    now = view.now
    return now if now is not None and view.role == FARMER and now.phase == "farmer" else None


def _living(now: View) -> list[str]:
    return [animal.letter for animal in now.animals if animal.fate == ALIVE]


def must_be_a_wolf(view: DuelView[Options, View]) -> Solution | None:
    """One living animal is in every set of wolves that fits, or none is though one is likely."""
    now = _farmer_shoots(view)
    if now is None or (sets := hypotheses(now)) < LEAST_SETS:
        return None
    living = _living(now)
    wolf_in = {letter: split(now, letter)[0] for letter in living}
    certain = [letter for letter, count in wolf_in.items() if count == sets]
    seen = sum(deed.kind == KILL for deed in now.log)
    if not certain:
        letter, count = max(wolf_in.items(), key=lambda entry: entry[1])
        if count < TEMPTING * sets or seen < 3:
            return None
        reason = (
            f"{sets:,} sets of wolves fit, and no animal is in all of them. {letter} comes nearest: it is in {count:,}."
        )
        return Solution(NOBODY, (*living, NOBODY), reason, min(10, 2 + seen))
    if len(certain) > 1 or _seen_alone(now, certain[0]):
        return None
    reason = f"{sets:,} sets of wolves fit what happened, and {certain[0]} is in every one. Nobody else is."
    return Solution(certain[0], (*living, NOBODY), reason, min(10, 1 + seen))


def _seen_alone(now: View, letter: str) -> bool:
    """Whether one kill gives the animal away by itself: nobody else stood by."""
    return any(deed.kind == KILL and deed.near == letter for deed in now.log)


def tells_most(view: DuelView[Options, View]) -> Solution | None:
    """One shot whose answer halves the sets of wolves best."""
    now = _farmer_shoots(view)
    if now is None or (sets := hypotheses(now)) < 4 * LEAST_SETS:
        return None
    bits = [(_bits(split(now, letter)[0] / sets), letter) for letter in _living(now)]
    found = only_best(bits, CLEARER)
    if found is None:
        return None
    letter, choices = found
    wolf, sheep = split(now, letter)
    reason = (
        f"{sets:,} sets of wolves fit. If {letter} is a wolf {wolf:,} are left, if it is a sheep {sheep:,}: "
        f"{max(bits)[0]:.2f} bits, more than any other shot tells."
    )
    return Solution(letter, choices, reason, min(10, max(1, round(log2(sets)) - 2)))


def _bits(chance: float) -> float:
    """What an answer tells that comes with this chance."""
    if not 0 < chance < 1:
        return 0.0
    return -chance * log2(chance) - (1 - chance) * log2(1 - chance)


KINDS: Final = (
    PuzzleKind("wolf", "You are the Farmer. Who must be a wolf, if anybody can be proven?", must_be_a_wolf),
    PuzzleKind("shot", "You are the Farmer. Which shot tells you most about the wolves?", tells_most),
)
SHIPPED: Final = {"wolf": 100, "shot": 64}
"""How many of each kind come with the program, half of them from games of each kind:"""
MINED: Final = (
    ({"quick": 11}, ("canny", "canny")),
    ({"quick": 11, "num_wolves": 3}, ("farmhand", "canny")),
)
"""options, and the bots that play."""
