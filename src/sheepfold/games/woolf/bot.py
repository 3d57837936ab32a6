"""The players of Woolf!!, from one who trusts nothing but its own eyes to one who reads what the others do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import log2
from random import Random
from typing import Final, TypeAlias

from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import Bot, Level, Means, Weighed
from sheepfold.games.woolf.belief import Belief, Credulous
from sheepfold.games.woolf.board import NOBODY, NONE, character
from sheepfold.games.woolf.bots import judge
from sheepfold.games.woolf.bots.reading import leaning
from sheepfold.games.woolf.bots.sleuth import all_placed, best_hunch, gains, most_telling, own, own_targets, placed
from sheepfold.games.woolf.terms import FINAL, Asked, Suspected
from sheepfold.games.woolf.view import View

PATIENCE: Final = 8
"""After so many turns in a round every further one makes a player bolder, so that any round ends."""
BOLDER: Final = 0.05
ODDS: Final = "chance of being right"

Look: TypeAlias = Callable[[View, Belief, Random], Weighed]


# -- what they make of what they have seen ----------------------------------------------------------


def own_eyes(view: View) -> Belief:
    """Only what the player peeked at and asked itself."""
    return Belief(replace(view, events=tuple(event for event in view.events if event.by == view.seat)))


def at_its_word(view: View) -> Belief:
    """Every token at its word, and no answer that was given to somebody else; own eyes where tokens contradict."""
    heard = tuple(event for event in view.events if event.by == view.seat or not isinstance(event, Asked))
    found = Credulous(replace(view, events=heard))
    return found if found.total else own_eyes(view)


def read(view: View) -> Belief:
    """Exact odds, and what the others' choices say about whom they seek."""
    found = Belief(view, (), leaning(view))
    return found if found.total else Belief(view)


def anywhere(view: View, belief: Belief, rng: Random) -> Weighed:
    """Any peek or question: all are alike to it."""
    moves = [move for _, move in gains(view, belief)]
    drawn = rng.choice(moves)
    looks = [(move, 0.0) for move in (drawn, *(move for move in moves if move != drawn))]
    return all_placed(view, looks, "nothing, since it draws lots", rng)


# -- those who go by fixed odds ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Style:
    """How somebody plays who goes by fixed odds."""

    belief: Callable[[View], Belief]
    early: float
    """Odds from which an early suspicion is worth its risk."""
    late: float
    """The same for a final one."""
    held: int
    """Turns of a round before an early suspicion, unless somebody else has begun or this is the last turn: so a round
    has a middle."""
    leisure: int = 0
    """The same at a casual table, where that is more."""
    look: Look = most_telling
    notices: float = 1.0
    """The part of what others do and say that it takes in."""
    varied: bool = False
    """Whether patience and boldness differ from round to round and from seat to seat, as people's do."""

    def in_mood(self, view: View) -> Style:
        """The style of a seat in this round: the same whenever it is asked, and known only to who knows its hand."""
        if not self.varied:
            return self
        mood = _private(view, "mood")
        return replace(self, held=mood.choice(HELD), early=self.early + mood.uniform(-DARING, DARING))

    def believed(self, view: View) -> Belief:
        """What it makes of all that it took in."""
        if self.notices == 1:
            return self.belief(view)
        taken_in = tuple(
            event
            for number, event in enumerate(view.events)
            if event.by == view.seat or _private(view, number).random() < self.notices
        )
        return self.belief(replace(view, events=taken_in))


HELD: Final = (1, 2, 2, 3, 3, 4, 5)
"""Turns before an early suspicion in different moods."""
DARING: Final = 0.15
"""How far the odds that somebody asks for stray from the usual."""


def _private(view: View, about: object) -> Random:
    """Luck that follows from the round and the seat's own hand: a bot keeps nothing between its moves."""
    return Random(f"{view.seat} {view.round} {view.hand} {about}")


LEISURE: Final = 3
"""Turns before the early suspicion of a strong level where it leaves people time."""
SLEUTH: Final = Style(Belief, early=0.5, late=0.4, held=1, leisure=LEISURE)
BEADLE: Final = Style(Belief, early=0.6, late=0.3, held=3, notices=0.6, varied=True)
GOSSIP: Final = Style(at_its_word, early=0.6, late=0.3, held=3, varied=True)
STRAY: Final = Style(own_eyes, early=0.6, late=0.2, held=3, look=anywhere, varied=True)


class Suspecter:
    """Looks where its style says, and points when it is sure enough."""

    def __init__(self, style: Style) -> None:
        self.style, self._casual = style, False

    def equip(self, means: Means) -> None:
        self._casual = means.casual

    def choose(self, view: View, rng: Random) -> Move:
        return self.weigh(view, rng).best

    def weigh(self, view: View, rng: Random) -> Weighed:
        """A suspicion by its odds, and to decline as a suspicion with the odds that it asks for. Who looks compares
        looks with each other only, and has found no suspicion that is good enough."""
        style = self.style.in_mood(view)
        belief = style.believed(view)
        if view.phase == FINAL:
            hunch = best_hunch(view, belief, 0.0)
            late = style.late
            if hunch is None:
                return Weighed(((("decline",), late),), ODDS)
            point, decline = (("suspect", *hunch.pointers), hunch.chance), (("decline",), late)
            return Weighed((point, decline) if hunch.chance >= late else (decline, point), ODDS)
        turns, held = turns_of(view), max(style.held, style.leisure if self._casual else 0)
        if turns >= (1 if pressed(view) else held) and not view.red[own(view) - 1]:
            hunch = best_hunch(view, belief, max(0.0, style.early - BOLDER * max(0, turns - PATIENCE)))
            if hunch is not None:
                return Weighed(((("suspect", *hunch.pointers), hunch.chance),), ODDS)
        return style.look(view, belief, rng)

    def explain(self, view: View, move: Move) -> str:
        return explained(view, self.style.believed(view), move)


def pressed(view: View) -> bool:
    """Whether to wait for another turn would be foolish: somebody has begun to suspect, or there is none."""
    return judge.last_turn(view) or any(isinstance(event, Suspected) for event in view.events)


def turns_of(view: View) -> int:
    """How many turns the viewer has had in this round."""
    return sum(event.by == view.seat for event in view.events)


class Justice:
    """Reads what others seek, and weighs a suspicion now against one more look, in points."""

    def __init__(self) -> None:
        self._worlds, self._casual = judge.WORLDS, False

    def equip(self, means: Means) -> None:
        self._casual = means.casual
        self._worlds = max(40, round(judge.WORLDS * means.effort))

    def choose(self, view: View, rng: Random) -> Move:
        return self.weigh(view, rng).best

    def weigh(self, view: View, rng: Random) -> Weighed:
        belief = read(view)
        hunch = best_hunch(view, belief, 0.0)
        assert hunch is not None, "something is always likeliest"
        point: Move = ("suspect", *hunch.pointers)
        if view.phase == FINAL:
            return Weighed.of({("decline",): 0.0, point: judge.late_worth(hunch.chance)}, "points")
        found: dict[Move, float] = {}
        turns = turns_of(view)
        if turns >= (LEISURE if self._casual and not pressed(view) else 1) and not view.red[own(view) - 1]:
            found[point] = judge.early_worth(hunch.chance) + BOLDER * max(0, turns - PATIENCE)
        for prospect in judge.prospects(view, belief, self._worlds, rng):
            later = judge.waiting_worth(view, max(hunch.chance, prospect.chance))
            found[placed(view, prospect.move, rng)] = later + prospect.more
        return Weighed.of(found, "points")

    def appraise(self, view: View, move: Move, rng: Random) -> LookAppraisal:
        """A move beside the best one."""
        found, belief = dict(self.weigh(view, rng).moves), read(view)
        kind = move[:2] if move[0] == "peek" else move  # either place will do
        played = next((value for each, value in found.items() if each[: len(kind)] == kind), None)
        if played is None:
            chance = odds_of(view, belief, move[1:])
            played = chance - judge.BLACK * (1 - chance) if view.phase == FINAL else judge.early_worth(chance)
        best = max(found, key=lambda each: found[each])
        bits = next((gain for gain, each in gains(view, belief) if each == kind), None)
        if found[best] <= played:
            best = move
        return LookAppraisal(best, max(found.get(best, played), played), played, bits)

    def outlook(self, view: View) -> float:
        """The points of this round that somebody can expect who has not pointed and is not to move."""
        hunch = best_hunch(view, read(view), 0.0)
        return 0.0 if hunch is None else judge.waiting_worth(view, hunch.chance)

    def handicap(self, view: View) -> float:
        """What a red token is felt to cost in the round to come."""
        return judge.RED if view.red[own(view) - 1] else 0.0

    def lacking(self, view: View) -> float:
        """How many bits it lacks about who plays those it seeks, each player by themselves."""
        targets, found = own_targets(view), 0.0
        for seat, roles in read(view).roles.items():
            if seat != view.seat:
                odds = [chance for who, chance in roles.items() if who in targets]
                found -= sum(chance * log2(chance) for chance in (*odds, 1 - sum(odds)) if chance > 1e-12)
        return found

    def explain(self, view: View, move: Move) -> str:
        return explained(view, read(view), move)


@dataclass(frozen=True, slots=True)
class LookAppraisal:
    """A move beside the best one, in points of this round."""

    best: Move
    value: float
    played: float
    bits: float | None
    """How much the look was expected to tell about those who are sought."""


def odds_of(view: View, belief: Belief, pointers: Move) -> float:
    """How likely these pointers are right together."""
    pairs = zip(own_targets(view), pointers, strict=True)
    return belief.chance(*(each for who, pointer in pairs if who != NONE for each in belief.pointed(who, pointer)))


# -- why -------------------------------------------------------------------------------------------

CALLED: Final = {
    "sheep": "a sheep", "dog": "a hunting dog", "hunter": "a hunter", "boy": "a shepherd boy", "wolf": "a wolf",
}  # fmt: skip


def explained(view: View, belief: Belief, move: Move) -> str:
    """Why somebody who believes this moved so, in one or two sentences."""
    sought = [target for target in own_targets(view) if target != NONE]
    match move:
        case ("suspect", *pointers):
            parts = [_guess(belief, who, pointer) for who, pointer in zip(sought, pointers, strict=False)]
            return f"My best guess: {', '.join(parts)}."
        case ("decline",):
            hunch = best_hunch(view, belief, 0.0)
            chance = _percent(hunch.chance if hunch else 0.0)
            return f"My best guess was right with only {chance}. That is not worth an error."
        case (_, seat, *_):
            odds = " and ".join(f"{CALLED[who]} with {_percent(belief.plays(int(seat), who))}" for who in sought)
            how = "Looking there" if move[0] == "peek" else "Asking there"
            lie = " And my cry of wolf may mislead a hunter." if _cries(view, move) else ""
            return f"By what I knew, player {seat} is {odds}. {how} promised most.{lie}"
    return "There was nothing else to do."


def _cries(view: View, move: Move) -> bool:
    return move[0] == "peek" and view.hand is not None and character(view.hand) == "boy"


def _guess(belief: Belief, who: str, pointer: str) -> str:
    if pointer == NOBODY:
        return f"nobody is {CALLED[who]} ({_percent(belief.chance(*belief.nobody(who)))})"
    return f"player {pointer} is {CALLED[who]} ({_percent(belief.plays(int(pointer), who))})"


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


HURRIES: Final = "suspect early from their second turn on"
LEVELS: Final = (
    Level("stray", "Stray", "Believes only what it saw itself, and looks anywhere.", head="lambs"),
    Level("gossip", "Gossip", "Takes every token at its word, the shepherd boy's too.", head="boy"),
    Level(
        "beadle",
        "Beadle",
        "Counts the cards, overlooks a thing or two, and has its moods.",
        head="black",
        usual=True,
    ),
    Level(
        "sleuth",
        "Sleuth",
        "Draws every exact conclusion, and points as soon as it pays.",
        head="hunter",
        hurries=HURRIES,
    ),
    Level(
        "justice",
        "Justice",
        "Reads whom you seek from what you ask, and weighs every turn.",
        0.5,
        head="shepherd",
        hurries=HURRIES,
    ),
)
BOTS: Final[dict[str, Callable[[], Bot]]] = {
    "stray": partial(Suspecter, STRAY),
    "gossip": partial(Suspecter, GOSSIP),
    "beadle": partial(Suspecter, BEADLE),
    "sleuth": partial(Suspecter, SLEUTH),
    "justice": Justice,
}
