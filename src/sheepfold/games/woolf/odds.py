"""What the players of Woolf!! think with: the likeliest suspicion, the most telling look, and whom others seek."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb, exp, log2
from random import Random
from typing import Final, TypeAlias

from sheepfold.core.contract import Move, Seat
from sheepfold.core.contract.bot import Weighed
from sheepfold.games.woolf.belief import Belief, Leaning, pack_of
from sheepfold.games.woolf.board import (
    NOBODY,
    NONE,
    QUESTIONS,
    TARGETS,
    Hand,
    Question,
    answer,
    character,
    early_limit,
)
from sheepfold.games.woolf.terms import TURN, Asked, Clue, Event, Options, Suspected
from sheepfold.games.woolf.view import View


@dataclass(frozen=True, slots=True)
class Hunch:
    """Both pointers and how likely they are right together."""

    pointers: tuple[str, str]
    chance: float


# -- suspicions -------------------------------------------------------------------------------------


def single_odds(belief: Belief, target: str) -> list[tuple[float, str]]:
    """How likely each setting of one pointer is right, the best first."""
    odds = [(belief.plays(seat, target), str(seat)) for seat in belief.seats if seat != belief.view.seat]
    return sorted([*odds, (belief.chance(*belief.nobody(target)), NOBODY)], reverse=True)


def best_hunch(belief: Belief, floor: float) -> Hunch | None:
    """The likeliest suspicion, or None if none reaches ``floor``.

    Two pointers are no likelier right together than either alone, so most pairs need not be counted.
    """
    first, *second = belief.view.targets
    best: Hunch | None = None
    for chance, pointer in single_odds(belief, first):
        if chance < floor or (best is not None and chance <= best.chance):
            break
        if not second:
            return Hunch((pointer, NONE), chance)
        supposed = belief.supposing(*belief.pointed(first, pointer))
        if supposed.total:
            other, partner = single_odds(supposed, second[0])[0]
            if chance * other >= floor and (best is None or chance * other > best.chance):
                best = Hunch((pointer, partner), chance * other)
    return best


# -- questions and peeks ----------------------------------------------------------------------------


def most_telling(view: View, belief: Belief, rng: Random) -> Weighed:
    """Peeks and questions by what they are expected to say about who the targets are; luck decides between equals."""
    found = sorted([(gain, rng.random(), move) for gain, move in gains(belief)], reverse=True)
    return all_placed(view, [(move, gain) for gain, _, move in found], "bits about those it seeks", rng)


def all_placed(view: View, found: list[tuple[Move, float]], measure: str, rng: Random) -> Weighed:
    """Looks in their order, each with the place it needs. Luck is spent on the best alone, which is the one played."""
    (best, value), *others = found
    first = placed(view, best, rng), value
    return Weighed((first, *((placed(view, move, Random(1)), value) for move, value in others)), measure)


def placed(view: View, move: Move, rng: Random) -> Move:
    """A peek with the place it needs where cards keep theirs."""
    if move[0] == "peek" and not view.options.shuffle and int(move[1]) <= view.players:
        return *move, _other_place(view, int(move[1]), rng)
    return move


def gains(belief: Belief) -> Iterator[tuple[float, Move]]:
    """Every peek and question with the bits that it is expected to tell about the targets."""
    view = belief.view
    targets, questions = view.targets, tuple(sorted(set(view.questions)))
    alike: dict[tuple[tuple[Hand, float], ...], tuple[float, list[float]]] = {}
    for seat in belief.seats:
        if seat == view.seat:
            continue
        odds = tuple(belief.hands[seat].items())
        if odds not in alike:
            labels = _labels(targets, odds)
            unsure = _uncertainty(labels)
            alike[odds] = (
                _rounded(unsure - _after_peek(labels)),
                [_rounded(unsure - _after_question(labels, question)) for question in questions],
            )
        peek, asks = alike[odds]
        yield peek, ("peek", str(seat))
        if seat <= view.players:
            for gain, question in zip(asks, questions, strict=True):
                yield gain, ("ask", str(seat), question)


Labels = list[tuple[Hand, str, float]]
"""Hands with the target that each amounts to ("" for none) and how likely each is."""


def _labels(targets: tuple[str, ...], odds: tuple[tuple[Hand, float], ...]) -> Labels:
    return [(hand, who if (who := character(hand)) in targets else "", chance) for hand, chance in odds]


def _uncertainty(labels: Labels) -> float:
    """Entropy in bits of the label, weighed by how likely the listed hands are together."""
    sums: dict[str, float] = {}
    for _, label, chance in labels:
        sums[label] = sums.get(label, 0.0) + chance
    return _entropy(sums)


def _entropy(sums: dict[str, float]) -> float:
    total = sum(sums.values())
    return sum([chance * log2(total / chance) for chance in sums.values() if chance > 0])


def _after_peek(labels: Labels) -> float:
    """What stays uncertain on average once a card is seen; either card is seen with odds of one half."""
    seen: dict[str, dict[str, float]] = {}
    for hand, label, chance in labels:
        for card in hand:
            sums = seen.setdefault(card, {})
            sums[label] = sums.get(label, 0.0) + chance / 2
    return sum(map(_entropy, seen.values()))


def _after_question(labels: Labels, question: Question) -> float:
    """What stays uncertain on average once the question is answered."""
    told: dict[bool, dict[str, float]] = {True: {}, False: {}}
    for hand, label, chance in labels:
        sums = told[answer(hand, question)]
        sums[label] = sums.get(label, 0.0) + chance
    return _entropy(told[True]) + _entropy(told[False])


def _rounded(gain: float) -> float:
    """Gains that differ only by the order of adding are equal."""
    return round(gain, 9)


def _other_place(view: View, at: Seat, rng: Random) -> str:
    """The card looked at less often so far."""
    seen = [e.place for e in view.events if isinstance(e, Clue) and (e.by, e.at) == (view.seat, at)]
    return min("LR", key=lambda place: (seen.count(place), rng.random()))


# -- a suspicion now, or one look more ---------------------------------------------------------------
# Worlds are drawn from the exact posterior. What a look is worth is how often the best suspicion after it would be
# right: found in one half of the worlds and counted in the other, so that luck in the drawing is not taken for
# knowledge.

Mask: TypeAlias = int
"""A set of worlds."""

WORLDS: Final = 240
"""How many worlds are drawn for a turn."""
RED: Final = 0.45
"""Points that a wrong early suspicion is felt to cost: a token, and no early suspicion in the next round."""
BLACK: Final = 0.1
"""The same for a wrong final one."""
BIT: Final = 0.03
"""What a bit about the targets is worth beyond the next turn."""
HASTE: Final = (0.0, 0.45, 0.45, 0.4)
"""How likely somebody else makes an early suspicion at their first, second, ... turn of a round."""
BELIEVED: Final = 0.5
"""How often a hunter or a dog points at whom the table takes for the wolf."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """A peek or a question and what it is worth."""

    move: Move
    chance: float
    """How likely the best suspicion after it would be right."""
    more: float
    """Points that it may bring beside that: what it tells for later turns, and whom it leads astray."""


class Worlds:
    """Ways the cards may lie, and for every pointer the worlds in which it is right."""

    def __init__(self, view: View, belief: Belief, number: int, rng: Random) -> None:
        self.view, self.rng = view, rng
        self.deals = [belief.draw(rng) for _ in range(number)]
        self.half: Mask = (1 << number // 2) - 1
        self.all: Mask = (1 << number) - 1
        others = [seat for seat in belief.seats if seat != view.seat]
        self.right = [self._pointers(others, target) for target in view.targets]

    def _pointers(self, others: list[Seat], target: str) -> list[Mask]:
        found = {
            seat: sum(1 << n for n, deal in enumerate(self.deals) if character(deal[seat]) == target) for seat in others
        }
        nobody = self.all
        for mask in found.values():
            nobody &= ~mask
        return [*found.values(), nobody]

    def _right_in(self, group: Mask) -> float:
        """In how many worlds of the group the best suspicion is right, chosen and counted in different halves."""
        pairs = self.right[0] if len(self.right) == 1 else [a & b for a in self.right[0] for b in self.right[1]]
        found = 0
        for chosen, counted in ((self.half, ~self.half), (~self.half, self.half)):
            best = max(pairs, key=lambda pair: (pair & group & chosen).bit_count())
            found += (best & group & counted).bit_count()
        return found

    def chance_after(self, move: Move) -> float:
        """How likely the best suspicion will be right once this peek or question is answered."""
        return sum(map(self._right_in, self._outcomes(move))) / len(self.deals)

    def _outcomes(self, move: Move) -> Iterator[Mask]:
        """The worlds that would be told apart."""
        seat, groups = int(move[1]), dict[object, Mask]()
        for n, deal in enumerate(self.deals):
            heard: object = self.rng.choice(deal[seat]) if move[0] == "peek" else answer(deal[seat], move[2])
            groups[heard] = groups.get(heard, 0) | 1 << n
        return iter(groups.values())


def prospects(view: View, belief: Belief, number: int, rng: Random) -> list[Prospect]:
    """Every peek and question, in any order."""
    worlds = Worlds(view, belief, number, rng)
    lies = Lies(view, belief) if view.hand is not None and character(view.hand) == "boy" else None
    found = []
    for bits, move in gains(belief):
        chance = worlds.chance_after(move)
        lie = lies.worth(int(move[1])) if lies is not None and move[0] == "peek" else 0.0
        found.append(Prospect(move, chance, BIT * bits + lie))
    rng.shuffle(found)
    return found


class Lies:
    """What a shepherd boy's false cry brings: a point for every hunter and dog who falls for it."""

    def __init__(self, view: View, belief: Belief) -> None:
        self.view, self.belief = view, belief
        self.eyes = replace(view, seat=None, hand=None, questions=(), pointers=None, events=_heard(view))
        others = [seat for seat in range(1, view.players + 1) if seat != view.seat]
        self.hunters = sum(belief.plays(seat, who) for seat in others for who in ("hunter", "dog"))

    def worth(self, seat: Seat) -> float:
        """Points that the cry before this seat is likely to bring, beyond what stands there already."""
        return self._fooled(seat, cry=True) - self._fooled(seat, cry=False)

    def _fooled(self, seat: Seat, cry: bool) -> float:
        me = self.view.own
        events = (*self.eyes.events, Clue(me, seat, "", "wolf", None)) if cry else self.eyes.events
        cried = {e.at for e in events if isinstance(e, Clue) and (e.by, e.said) == (me, "wolf")}
        table = Belief(replace(self.eyes, events=events))
        if not table.total:
            return 0.0
        suspects = {other: table.plays(other, "wolf") for other in table.seats}
        top = max(suspects.values())
        return sum(
            self.hunters * BELIEVED * (1 - self.belief.plays(other, "wolf"))
            for other in cried
            if suspects[other] > top - 1e-9
        )


def _heard(view: View) -> tuple[Event, ...]:
    """The events as everybody knows them."""
    return tuple(replace(event, card=None) if isinstance(event, Clue) else event for event in view.events)


def last_turn(view: View) -> bool:
    """Whether the viewer will have no other turn in this round."""
    limit = view.options.turn_limit
    return limit is not None and view.turns_taken(view.seat) + 1 >= limit


def closing(view: View) -> float:
    """How likely the round ends before one's next turn, the others being as hasty as they are; it does where nobody has
    more turns."""
    if last_turn(view):
        return 1.0
    gone = view.early
    missing = early_limit(view.players) - len(gone)
    me = view.own
    others = [seat for seat in range(1, view.players + 1) if seat != me and seat not in gone and not view.red[seat - 1]]
    haste = [HASTE[min(len(HASTE) - 1, view.turns_taken(seat))] for seat in others]
    # the number of those who go is taken for that of a binomial law of their mean
    if len(others) < missing:
        return 0.0
    mean, n = sum(haste) / len(others), len(others)
    return sum(comb(n, k) * mean**k * (1 - mean) ** (n - k) for k in range(missing, n + 1))


def early_worth(chance: float) -> float:
    return 2 * chance - RED * (1 - chance)


def late_worth(chance: float) -> float:
    return max(0.0, chance - BLACK * (1 - chance))


def waiting_worth(view: View, chance: float) -> float:
    """What it is worth to look once more, if the suspicion after it will be right so often."""
    end = closing(view)
    later = late_worth(chance) if view.red[view.own - 1] else max(early_worth(chance), late_worth(chance))
    return end * late_worth(chance) + (1 - end) * later


# -- what others' choices say about whom they seek ------------------------------------------------
# They are read as those of a sleuth, who counts cards and wants to know most. Not quite: a hand under which a choice
# would be odd loses weight, but never all of it.

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


def read(view: View) -> Belief:
    """Exact odds, and what the others' choices say about whom they seek."""
    found = Belief(view, (), leaning(view))
    return found if found.total else Belief(view)


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
    pack = pack_of(options.deck(players))
    found = []
    for hand in pack.hands:
        odds = _likely(options, players, before, event, red, hand)
        found.append((hand, max(1, round(WHOLE * odds))))
    return tuple(found)


def _likely(options: Options, players: int, before: tuple[Event, ...], event: Event, red: bool, hand: Hand) -> float:
    belief = Belief(_eyes(options, players, before, event.by, hand))
    if not belief.total:
        return ODD
    suspects = 0.0
    if any(earlier.by == event.by for earlier in before) and not red:
        suspects = 1 / (1 + exp((SURE - _sureness(belief, event.by, hand)) / SHARP))
    if isinstance(event, Suspected):
        return (1 - ODD) * suspects + ODD * 0.5
    return (1 - suspects * (1 - ODD)) * ((1 - ODD) * _looks(belief, event) + ODD / (2 * players))


def _looks(belief: Belief, event: Clue | Asked) -> float:
    """How likely a sleuth looks there."""
    found = list(gains(belief))
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
    """The view of that seat as far as others can know it, if it had this hand, and every question that there is."""
    events = []
    for event in before:
        if isinstance(event, Clue) and event.by == seat:
            if character(hand) == "boy" and event.said == "wolf":
                continue  # it saw a card that nobody else knows
            event = replace(event, by=HONEST)
        events.append(event)
    return View(
        seat=seat, options=options, players=players, round=1, phase=TURN, start=1, turn=seat, looked_at=0, waiting=(),
        points=(0,) * players, errors=(0,) * players, red=(False,) * players, hand=hand, questions=tuple(QUESTIONS),
        pointers=None, events=tuple(events), reveals=(), outcome=None,
    )  # fmt: skip
