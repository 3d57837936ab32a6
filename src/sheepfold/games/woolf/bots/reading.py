"""What others do says whom they seek: their choices read as those of somebody who counts cards and wants to know most.

Everybody is taken for a sleuth, not quite: a hand under which a choice would be odd loses weight, but never all of it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import exp
from typing import Final

from sheepfold.core.contract import Seat
from sheepfold.games.woolf.belief import Belief, Leaning, pack_of
from sheepfold.games.woolf.board import NONE, QUESTIONS, TARGETS, Hand, character, deck
from sheepfold.games.woolf.bots.sleuth import gains
from sheepfold.games.woolf.terms import TURN, Asked, Clue, Event, Options, Suspected
from sheepfold.games.woolf.view import View

WHOLE: Final = 1000
"""The weight of a hand for which a choice is certain."""
ODD: Final = 0.25
"""How often people choose otherwise than a sleuth would."""
SURE: Final = 0.5
"""The odds at which a sleuth suspects early, and how sharply it turns there."""
SHARP: Final = 0.07
HONEST: Final = 99
"""A seat that nobody has: whatever it announces is no shepherd boy's."""
CARDS: Final = sum(QUESTIONS.values())


def leaning(view: View) -> Leaning:
    """How much every hand of the others weighs after all that they have chosen to do in this round."""
    found: dict[Seat, dict[Hand, int]] = {}
    events = tuple(replace(event, card=None) if isinstance(event, Clue) else event for event in view.events)
    for n, event in enumerate(events):
        if event.by == view.seat:
            continue
        odds = _choice(view.options, view.players, events[:n], event, view.red[event.by - 1])
        sums = found.setdefault(event.by, {})
        for hand, weight in odds:
            sums[hand] = max(1, sums.get(hand, WHOLE) * weight // WHOLE)
    return found


@lru_cache(maxsize=4096)
def _choice(
    options: Options, players: int, before: tuple[Event, ...], event: Event, red: bool
) -> tuple[tuple[Hand, int], ...]:
    """For every hand of whoever acted how likely the act is. Kept: acts of earlier turns are weighed again at each
    move, and each takes a belief for every hand."""
    pack = pack_of(deck(options.counts(players), options.advanced))
    found = []
    for hand in pack.hands:
        odds = _likely(options, players, before, event, red, hand)
        found.append((hand, max(1, round(WHOLE * odds))))
    return tuple(found)


def _likely(options: Options, players: int, before: tuple[Event, ...], event: Event, red: bool, hand: Hand) -> float:
    view = _eyes(options, players, before, event.by, hand)
    belief = Belief(view)
    if not belief.total:
        return ODD
    suspects = 0.0
    if any(earlier.by == event.by for earlier in before) and not red:
        suspects = 1 / (1 + exp((SURE - _sureness(belief, event.by, hand)) / SHARP))
    if isinstance(event, Suspected):
        return (1 - ODD) * suspects + ODD * 0.5
    return (1 - suspects * (1 - ODD)) * ((1 - ODD) * _looks(view, belief, event) + ODD / (2 * players))


def _looks(view: View, belief: Belief, event: Clue | Asked) -> float:
    """How likely a sleuth looks there."""
    found = list(gains(replace(view, questions=tuple(QUESTIONS)), belief))
    peeks = [gain for gain, move in found if move[0] == "peek"]
    best = max(peeks)
    asks: dict[str, list[float]] = {}
    for gain, move in found:
        if move[0] == "ask":
            asks.setdefault(move[2], []).append(gain)
    tops = {question: max(values) for question, values in asks.items()}
    if isinstance(event, Clue):
        gain = next(gain for gain, move in found if move[:2] == ("peek", str(event.at)))
        if gain < best:
            return 0.0
        better = sum(QUESTIONS[question] for question, top in tops.items() if top > best)
        return ((CARDS - better) / CARDS) ** 2 / peeks.count(best)
    gain = next(gain for gain, move in found if move == ("ask", str(event.at), event.question))
    if gain < best or gain < tops[event.question]:
        return 0.0
    better = sum(QUESTIONS[question] for question, top in tops.items() if top > gain)
    held = 2 * QUESTIONS[event.question] / CARDS
    return held * (CARDS - better) / CARDS / asks[event.question].count(gain)


def _sureness(belief: Belief, seat: Seat, hand: Hand) -> float:
    """About how likely the best suspicion of that seat is right: both pointers, taken apart."""
    found = 1.0
    for target in TARGETS[character(hand)]:
        if target != NONE:
            odds = [belief.plays(other, target) for other in belief.seats if other != seat]
            nobody = 1.0
            for chance in odds:
                nobody *= 1 - chance
            found *= max(*odds, nobody)
    return found


def _eyes(options: Options, players: int, before: tuple[Event, ...], seat: Seat, hand: Hand) -> View:
    """The view of that seat as far as others can know it, if it had this hand."""
    events = []
    for event in before:
        if isinstance(event, Clue) and event.by == seat:
            if character(hand) == "boy" and event.said == "wolf":
                continue  # it saw a card that nobody else knows
            event = replace(event, by=HONEST)
        events.append(event)
    return View(
        seat=seat, options=options, players=players, round=1, phase=TURN, start=1, turn=seat, looked_at=0, waiting=(),
        points=(0,) * players, errors=(0,) * players, red=(False,) * players, hand=hand, questions=(), pointers=None,
        events=tuple(events), reveals=(), outcome=None,
    )  # fmt: skip
