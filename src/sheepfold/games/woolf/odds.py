"""What every player of Woolf!! works out: the likeliest suspicion, and the most telling peek or question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log2
from random import Random

from sheepfold.core.contract import Move, Seat
from sheepfold.core.contract.bot import Weighed
from sheepfold.games.woolf.belief import Belief
from sheepfold.games.woolf.board import NOBODY, NONE, Hand, Question, answer, character
from sheepfold.games.woolf.terms import Clue
from sheepfold.games.woolf.view import View


@dataclass(frozen=True, slots=True)
class Hunch:
    """Both pointers and how likely they are right together."""

    pointers: tuple[str, str]
    chance: float


def own(view: View) -> Seat:
    assert view.seat is not None
    return view.seat


# -- suspicions -------------------------------------------------------------------------------------


def single_odds(belief: Belief, viewer: Seat, target: str) -> list[tuple[float, str]]:
    """How likely each setting of one pointer is right, the best first."""
    odds = [(belief.plays(seat, target), str(seat)) for seat in belief.seats if seat != viewer]
    return sorted([*odds, (belief.chance(*belief.nobody(target)), NOBODY)], reverse=True)


def best_hunch(view: View, belief: Belief, floor: float) -> Hunch | None:
    """The likeliest suspicion, or None if none reaches ``floor``.

    Two pointers are no likelier right together than either alone, so most pairs need not be counted.
    """
    first, *second = view.targets
    best: Hunch | None = None
    for chance, pointer in single_odds(belief, own(view), first):
        if chance < floor or (best is not None and chance <= best.chance):
            break
        if not second:
            return Hunch((pointer, NONE), chance)
        supposed = belief.supposing(*belief.pointed(first, pointer))
        if supposed.total:
            other, partner = single_odds(supposed, own(view), second[0])[0]
            if chance * other >= floor and (best is None or chance * other > best.chance):
                best = Hunch((pointer, partner), chance * other)
    return best


# -- questions and peeks ----------------------------------------------------------------------------


def most_telling(view: View, belief: Belief, rng: Random) -> Weighed:
    """Peeks and questions by what they are expected to say about who the targets are; luck decides between equals."""
    found = sorted([(gain, rng.random(), move) for gain, move in gains(view, belief)], reverse=True)
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


def gains(view: View, belief: Belief) -> Iterator[tuple[float, Move]]:
    """Every peek and question with the bits that it is expected to tell about the targets."""
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
