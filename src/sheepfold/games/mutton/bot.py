"""This game's players, the ladder that people climb, and why a move was played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import Level, Means, Weighed
from sheepfold.core.duel import DuelView
from sheepfold.core.words.prose import plural
from sheepfold.games.mutton import belief
from sheepfold.games.mutton.bots import lower_levels
from sheepfold.games.mutton.terms import LETTERS, PASS, STAND, Options
from sheepfold.games.mutton.view import ALIVE, View, farmers_eyes, witnesses

if TYPE_CHECKING:
    from sheepfold.games.mutton.bots.mind import Mind
    from sheepfold.games.mutton.bots.wolf import Skill

MuttonView = DuelView[Options, View]


class Novice:
    """Sees the last night and nothing else, and thinks of one kill."""

    memory: ClassVar[int] = 1
    """How many nights it remembers."""
    careful: ClassVar[bool] = False
    fair_share: ClassVar[float] = 0.33
    """The share of the flock that it takes for a good score of the Wolf: there it stops bidding."""

    def choose(self, view: MuttonView, rng: Random) -> Move:
        return self.weigh(view, rng).best

    def weigh(self, view: MuttonView, rng: Random) -> Weighed:
        now = view.now
        if now is None:
            return Weighed.alone(lower_levels.bid(view, rng, self.fair_share))
        match now.phase:
            case "place":
                return Weighed.alone(lower_levels.place(now, rng))
            case "choose":
                return Weighed.alone(self.hide(now, rng))
            case "wolf":
                return self.kill(now, rng)
        return self.aim(now, rng)

    def hide(self, now: View, rng: Random) -> Move:
        return lower_levels.hide(now, rng)

    def kill(self, now: View, rng: Random) -> Weighed:
        return Weighed.alone(lower_levels.kill_anybody(now, rng, careful=self.careful))

    def aim(self, now: View, rng: Random) -> Weighed:
        return lower_levels.aim_by_count(now, rng, memory=self.memory)

    def explain(self, view: MuttonView, move: Move) -> str:
        return explain(view, move)


class Farmhand(Novice):
    """Remembers every night, and hides in a crowd; but counts on fingers."""

    memory = 99
    careful = True


class Canny(Novice):
    """Shoots by the sets of wolves that fit; as the Wolf it reckons with what the Farmer can work out."""

    fair_share = 0.42

    def hide(self, now: View, rng: Random) -> Move:
        return lower_levels.hide_in_company(now, rng)

    def kill(self, now: View, rng: Random) -> Weighed:
        return lower_levels.kill_unseen(now, rng)

    def aim(self, now: View, rng: Random) -> Weighed:
        return lower_levels.aim_by_odds(now, rng)


class Thinker(Novice):
    """Weighs every set of wolves. What it thinks with is loaded at its first move."""

    fair_share = 0.5

    def __init__(self, skill: str | Skill) -> None:
        """A skill by its name, or one of one's own."""
        self._skill = skill
        self._mind: Mind | None = None
        self._effort = 1.0

    def equip(self, means: Means) -> None:
        """It may think longer; kernels are not for it."""
        if means.effort != self._effort:
            self._effort, self._mind = means.effort, None

    def kill(self, now: View, rng: Random) -> Weighed:
        return self.mind().weigh(now, rng)

    def aim(self, now: View, rng: Random) -> Weighed:
        return self.mind().weigh(now, rng)

    def mind(self) -> Mind:
        """What it thinks with."""
        if self._mind is None:
            from sheepfold.games.mutton.bots.mind import Mind
            from sheepfold.games.mutton.bots.wolf import SKILLS

            skill = SKILLS[self._skill] if isinstance(self._skill, str) else self._skill
            self._mind = Mind(replace(skill, search=skill.search.longer(self._effort)))
        return self._mind


BOTS: Final[dict[str, Callable[[], Any]]] = {
    "novice": Novice,
    "farmhand": Farmhand,
    "canny": Canny,
    "wily": partial(Thinker, "wily"),
    "grey": partial(Thinker, "grey"),
}

LEVELS: Final = (
    Level("novice", "Novice", "Sees the last night only, and eats what is nearest.", head="lambs"),
    Level("farmhand", "Farmhand", "Remembers who stood near, and hides in a crowd; does no sums.", head="boy"),
    Level("canny", "Canny", "Shoots by exact odds, and chooses kills that hide its wolves.", head="black", usual=True),
    Level("wily", "Wily", "Plans its flights and reads your habits, but overlooks things.", 0.1, "wolf-clothed"),
    Level("grey", "Old Grey", "Overlooks nothing, and gives nothing away.", 0.3, "wolf"),
)


# -- why ---------------------------------------------------------------------------------------


def explain(view: MuttonView, move: Move) -> str:
    """Why a move was played, in a sentence or two, from what its player could see."""
    now = view.now
    if now is None:
        passed = move == (PASS,)
        return "The Wolf seldom scores more than that." if passed else "I think that the Wolf can score that much."
    match now.phase:
        case "place":
            return "Each animal has few neighbours, so each kill leaves few suspects."
        case "choose":
            return "I chose my wolves at random, so nobody can guess them."
        case "wolf":
            return _why_kill(now, move)
    return _why_shot(now, move)


def _percent(chance: float) -> str:
    return f"{max(1, min(99, round(100 * chance)))} %" if 0 < chance < 1 else f"{round(100 * chance)} %"


def _why_shot(view: View, move: Move) -> str:
    odds = belief.odds(view)
    suspect = max(odds, key=lambda letter: (odds[letter], letter))
    if move == (PASS,):
        return (
            f"Nobody stands out: even for {suspect} the chance is only {_percent(odds[suspect])}."
            " Another night will tell more."
        )
    letters = [part.removesuffix(":") for part in move[:1] if part.endswith(":")] or list(move)
    if len(letters) > 1:
        return (
            f"{_percent(belief.all_among(view, letters))} chance that all the wolves left are among"
            f" these {len(letters)}. Waiting would cost more sheep."
        )
    letter = letters[0]
    if odds[letter] >= 1:
        return f"{letter} must be a wolf: nothing else explains who ran."
    first = (
        "Nobody is more likely."
        if odds[letter] >= odds[suspect] - 1e-9
        else "The way this Wolf hunts makes it even more likely."
    )
    forced = " The Wolf passed, so I must shoot." if view.log[-1].kind == STAND else ""
    return f"{_percent(odds[letter])} chance that {letter} is a wolf. {first}{forced}"


def _why_kill(view: View, move: Move) -> str:
    if move == (PASS,):
        return "None of my wolves has a neighbour."
    if not move[0].endswith(":"):
        return f"{move[0]} has no neighbour left, so it goes home."
    victim, wolves = move[0][0], view.wolves or ""
    after = belief.after_kill(view, victim)
    chances = dict(zip(LETTERS, after.chances(), strict=False))
    mine = [a.letter for a in view.animals if a.letter in wolves and a.fate == ALIVE and a.letter != victim]
    hottest = max((chances[letter] for letter in mine), default=0.0)
    share = _percent(after.count / belief.hypotheses(farmers_eyes(view)))
    seen = plural(witnesses(view, victim).bit_count(), "neighbour")
    return (
        f"{victim} has {seen}. Eating it leaves {share} of the possibilities,"
        f" and none of my wolves with a chance above {_percent(hottest)}."
    )
