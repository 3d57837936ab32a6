"""The players of Woolf!!, from one who trusts nothing but its own eyes to one who reads what the others do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Final, TypeAlias

from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import Bot, Level, Means, Weighed
from sheepfold.games.woolf import odds
from sheepfold.games.woolf.belief import Belief, Credulous
from sheepfold.games.woolf.board import NOBODY, character
from sheepfold.games.woolf.odds import all_placed, best_hunch, gains, most_telling, placed, read
from sheepfold.games.woolf.terms import FINAL, Asked
from sheepfold.games.woolf.text import WORDS
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


def anywhere(view: View, belief: Belief, rng: Random) -> Weighed:
    """Any peek or question: all are alike to it."""
    moves = [move for _, move in gains(belief)]
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
    leisurely: bool = False
    """Whether it leaves people time at a casual table."""
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


def leisure(view: View) -> int:
    """Turns before an early suspicion at a casual table, in this round."""
    return _private(view, "leisure").choice(LEISURE)


def _private(view: View, about: object) -> Random:
    """Luck that follows from the round and the seat's own hand: a bot keeps nothing between its moves."""
    return Random(f"{view.seat} {view.round} {view.hand} {about}")


LEISURE: Final = (3, 4, 5)
"""Turns before the early suspicion of a strong level where it leaves people time, in different moods: if all waited
alike, whoever starts the round would win it."""
SLEUTH: Final = Style(Belief, early=0.5, late=0.4, held=1, leisurely=True)
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
            hunch = best_hunch(belief, 0.0)
            late = style.late
            if hunch is None:
                return Weighed(((("decline",), late),), ODDS)
            point, decline = (("suspect", *hunch.pointers), hunch.chance), (("decline",), late)
            return Weighed((point, decline) if hunch.chance >= late else (decline, point), ODDS)
        turns = view.turns_taken(view.seat)
        held = max(style.held, leisure(view) if self._casual and style.leisurely else 0)
        if turns >= (1 if pressed(view) else held) and not view.red[view.own - 1]:
            hunch = best_hunch(belief, max(0.0, style.early - BOLDER * max(0, turns - PATIENCE)))
            if hunch is not None:
                return Weighed(((("suspect", *hunch.pointers), hunch.chance),), ODDS)
        return style.look(view, belief, rng)

    def explain(self, view: View, move: Move) -> str:
        return explained(view, self.style.believed(view), move)


def pressed(view: View) -> bool:
    """Whether to wait for another turn would be foolish: somebody has begun to suspect, or there is none."""
    return odds.last_turn(view) or bool(view.early)


class Justice:
    """Reads what others seek, and weighs a suspicion now against one more look, in points."""

    def __init__(self) -> None:
        self._worlds, self._casual = odds.WORLDS, False

    def equip(self, means: Means) -> None:
        self._casual = means.casual
        self._worlds = max(40, round(odds.WORLDS * means.effort))

    def choose(self, view: View, rng: Random) -> Move:
        return self.weigh(view, rng).best

    def weigh(self, view: View, rng: Random) -> Weighed:
        belief = read(view)
        hunch = best_hunch(belief, 0.0)
        assert hunch is not None, "something is always likeliest"
        point: Move = ("suspect", *hunch.pointers)
        if view.phase == FINAL:
            return Weighed.of({("decline",): 0.0, point: odds.late_worth(hunch.chance)}, "points")
        found: dict[Move, float] = {}
        turns = view.turns_taken(view.seat)
        if turns >= (leisure(view) if self._casual and not pressed(view) else 1) and not view.red[view.own - 1]:
            found[point] = odds.early_worth(hunch.chance) + BOLDER * max(0, turns - PATIENCE)
        for prospect in odds.prospects(view, belief, self._worlds, rng):
            later = odds.waiting_worth(view, max(hunch.chance, prospect.chance))
            found[placed(view, prospect.move, rng)] = later + prospect.more
        return Weighed.of(found, "points")

    def explain(self, view: View, move: Move) -> str:
        return explained(view, read(view), move)


# -- why -------------------------------------------------------------------------------------------


def explained(view: View, belief: Belief, move: Move) -> str:
    """Why somebody who believes this moved so, in one or two sentences."""
    sought = view.targets
    match move:
        case ("suspect", *pointers):
            parts = [_guess(belief, who, pointer) for who, pointer in zip(sought, pointers, strict=False)]
            return f"My best guess: {', '.join(parts)}."
        case ("decline",):
            hunch = best_hunch(belief, 0.0)
            chance = _percent(hunch.chance if hunch else 0.0)
            return f"My best guess has a chance of only {chance}. That is not worth an error token."
        case (_, seat, *_):
            chances = ", ".join(f"{_percent(belief.plays(int(seat), who))} chance of a {WORDS[who]}" for who in sought)
            how = "A peek" if move[0] == "peek" else "A question"
            lie = " My cry of wolf may also mislead a hunter." if _cries(view, move) else ""
            return f"Player {seat}: {chances}. {how} there tells most.{lie}"
    return "I had no other move."


def _cries(view: View, move: Move) -> bool:
    return move[0] == "peek" and view.hand is not None and character(view.hand) == "boy"


def _guess(belief: Belief, who: str, pointer: str) -> str:
    if pointer == NOBODY:
        return f"nobody is a {WORDS[who]} ({_percent(belief.chance(*belief.nobody(who)))})"
    return f"player {pointer} is a {WORDS[who]} ({_percent(belief.plays(int(pointer), who))})"


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


HURRIES: Final = "suspect early from their second turn on"
LEVELS: Final = (
    Level("stray", "Stray", "Believes only what it saw itself, and peeks anywhere.", head="lambs"),
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
        "Works out all that is certain, and suspects as soon as it pays.",
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
