"""What a kill or a shot would do: the witnesses it leaves, and with aids what the Farmer could work out afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sheepfold.core.contract import Move
from sheepfold.core.errors import IllegalNow
from sheepfold.core.scores import BAD, GOOD, Consequence, Noted
from sheepfold.core.words.prose import listed
from sheepfold.games.mutton import belief, rules
from sheepfold.games.mutton import view as views
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import FARMER, PASS, WOLF
from sheepfold.games.mutton.view import View

NO_DICE = Random(0)
"""The Wolf sees all, so there is only one world to imagine."""


def consequence(view: View, move: Move, *, aids: bool) -> Consequence | None:
    """Of a move of the Wolf's in the night, or of a shot; a pass and the set-up explain themselves."""
    if move[:1] == (PASS,) or view.phase not in ("wolf", "farmer"):
        return None
    if view.phase == "farmer":
        return _shot(view, move, aids) if view.seat == FARMER else None
    if view.seat != WOLF or not move[0].endswith(":"):
        return None
    try:
        after, _ = rules.play(rules.check(belief.imagine(view, NO_DICE), WOLF, move))
    except IllegalNow:
        return None
    return _kill(view, after, aids)


def _kill(view: View, after: State, aids: bool) -> Consequence:
    """Who stood beside the victim is under suspicion; whether a wolf is among them the Wolf knows best."""
    near, wolves = after.log[-1].near, view.wolves or ""
    own = [letter for letter in near if letter in wolves]
    names = listed(near)
    slips = [Noted(f"{listed(own)} {'is your wolf' if len(own) == 1 else 'are your wolves'}")]
    if after.log[-1].letters in wolves:
        slips.insert(0, Noted(f"{after.log[-1].letters} is your own wolf", BAD))
    if aids and after.ended is None:
        slips += _suspects(after, wolves)
    return Consequence(f"The Farmer will suspect {names}.", tuple(slips[:3]))


def _suspects(after: State, wolves: str) -> Iterator[Noted]:
    """The wolf that the Farmer would find likeliest, and the likeliest of all."""
    odds = belief.odds(views.view(after, FARMER))
    own = max((letter for letter in odds if letter in wolves), key=lambda letter: odds[letter])
    most = max(odds, key=lambda letter: (odds[letter], letter == own))
    yield Noted(f"the Farmer suspects {own}: {round(100 * odds[own])} %", BAD if most == own else GOOD)


def _shot(view: View, move: Move, aids: bool) -> Consequence | None:
    letters = [part.rstrip(":") for part in move if part[0].isupper() and (part.endswith(":") or len(part) == 1)]
    if not aids or not view.round:
        return None
    if len(letters) > 1:
        every = Noted(f"{round(100 * belief.all_among(view, letters))} % chance that no wolf is left")
        return Consequence(f"Shoot {listed(letters)} at once? A wolf that is left eats the rest.", (every,))
    slips = [Noted(f"{round(100 * belief.odds(view)[letters[0]])} % chance that {letters[0]} is a wolf")]
    if view.options.reveal:
        slips += _split(view, letters[0])
    return Consequence(f"You aim at {letters[0]}.", tuple(slips))


def _split(view: View, letter: str) -> Iterator[Noted]:
    """What the shot would tell: how many sets of wolves are left after either answer; nothing where one is certain."""
    wolf, sheep = belief.split(view, letter)
    if not wolf or not sheep:
        return
    yield Noted(f"a hit leaves {wolf:,} of {wolf + sheep:,} possibilities")
    yield Noted(f"a miss leaves {sheep:,}")
