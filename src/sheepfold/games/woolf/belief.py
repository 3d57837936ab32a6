"""What a seat can infer: who plays what, exactly, by counting over the remaining cards; and consistent worlds.

Only chance is weighed, never habits: whom people peek at, ask or suspect says nothing here, unless somebody brings a
``Leaning`` along.

All arrangements of the pack are equally likely, so a deal weighs 2 for every hand of two different
kinds and 1 for every pair. A clue multiplies a hand's weight by the number of its cards that would
have led to that announcement (each is seen with odds of one half). What an announcement says about a
hand depends on whether the announcer is a shepherd boy; so the few who may be one (they announced a
wolf, and nothing but wolves and question marks) are fixed first, and each such *scenario* is
counted once, by passing the remaining copies of every kind from holder to holder.

With cards that keep their places, others swap unseen: a place then says nothing about which of two
cards lies there, and a peek at somebody else is weighed as if its owner had swapped or not with even
odds. What lay in one's own places is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import chain, combinations
from math import factorial, prod
from random import Random
from typing import Final, TypeAlias

from sheepfold.core.contract import Marginal, Move, Seat
from sheepfold.games.woolf.board import (
    NOBODY,
    NONE,
    QUESTIONS,
    Card,
    Character,
    Hand,
    Question,
    announcement,
    answer,
    character,
    holders,
    in_order,
)
from sheepfold.games.woolf.rules import PLACES
from sheepfold.games.woolf.score import DECLINED
from sheepfold.games.woolf.state import State
from sheepfold.games.woolf.terms import DEAL, FINAL, OVER, PEEK, Asked, Clue, Pointers
from sheepfold.games.woolf.view import View

BITS = 6
"""Room for the copies of one kind in a packed count, and a guard bit above them."""
GUARD = 1 << (BITS - 1)

Packed: TypeAlias = int
Given: TypeAlias = tuple[tuple[Seat, Character, bool], ...]
"""Suppositions: this seat plays (or does not play) this character."""

Leaning: TypeAlias = Mapping[Seat, Mapping[Hand, int]]
"""How much more each hand of a holder weighs for what that holder did: somebody's reading of habits."""
NO_LEANING: Final[Leaning] = {}


@dataclass(frozen=True, slots=True)
class PossibleHand:
    """One hand a holder may have: what it takes from the pack and how much it weighs."""

    hand: Hand
    takes: Packed
    weight: int


class Pack:
    """The kinds of cards in play; sets of cards as packed numbers, each kind with a guard bit."""

    def __init__(self, cards: Iterable[tuple[Card, int]]) -> None:
        self.copies = dict(cards)
        self.deals = cache(self._deals)
        """In how many orders the cards that are left can be dealt."""
        self.one = {card: 1 << (BITS * n) for n, card in enumerate(self.copies)}
        self.guards: Packed = sum(GUARD * one for one in self.one.values())
        self.full: Packed = self.guards + sum(self.one[card] * n for card, n in self.copies.items())
        kinds = list(self.copies)
        self.hands: tuple[Hand, ...] = tuple(
            in_order((one, two))
            for n, one in enumerate(kinds)
            for two in kinds[n:]
            if one != two or self.copies[one] > 1
        )

    def takes(self, hand: Hand) -> Packed:
        return self.one[hand[0]] + self.one[hand[1]]

    def _deals(self, left: Packed) -> int:
        counts = [(left >> (BITS * n)) & (GUARD - 1) for n in range(len(self.one))]
        return factorial(sum(counts)) // prod(map(factorial, counts))


@lru_cache(maxsize=64)
def pack_of(cards: tuple[tuple[Card, int], ...]) -> Pack:
    """The same pack for every belief about a deck."""
    return Pack(cards)


class Count:
    """One scenario counted out: the holders about whom something is known, then everybody else at once."""

    def __init__(self, pack: Pack, told: dict[Seat, tuple[PossibleHand, ...]], free: tuple[Seat, ...]) -> None:
        self.pack = pack
        self.order = sorted(told, key=lambda seat: (len(told[seat]), seat))
        self.choices = [told[seat] for seat in self.order]
        self.free = free
        layers: list[set[Packed]] = [{pack.full}]
        for choices in self.choices:
            takes = [choice.takes for choice in choices]
            guards = pack.guards
            layers.append({left - t for left in layers[-1] for t in takes if (left - t) & guards == guards})
        after = {left: pack.deals(left) for left in layers[-1]}
        tables = [after]
        for choices, layer in zip(reversed(self.choices), reversed(layers[:-1]), strict=True):
            pairs = [(choice.takes, choice.weight) for choice in choices]
            ways = after.get
            after = {left: sum(weight * ways(left - takes, 0) for takes, weight in pairs) for left in layer}
            tables.append(after)
        self.after = tables[::-1]
        """By holder: the weight of everything from there on, by what is left of the pack."""
        self.total = self.after[0][pack.full]

    def weights(self) -> Iterator[tuple[Seat, dict[Hand, int]]]:
        """The weight of every hand of every holder."""
        before: dict[Packed, int] = {self.pack.full: 1}
        for seat, choices, after in zip(self.order, self.choices, self.after[1:], strict=True):
            passed: dict[Packed, int] = {}
            found: dict[Hand, int] = {}
            for choice in choices:
                takes, weight, sum_ = choice.takes, choice.weight, 0
                for left, ways in before.items():
                    if rest := after.get(left - takes):
                        passed[left - takes] = passed.get(left - takes, 0) + ways * weight
                        sum_ += ways * weight * rest
                if sum_:
                    found[choice.hand] = sum_
            yield seat, found
            before = passed
        if self.free:
            alike = {hand: self._free_weight(hand, before) for hand in self.pack.hands}
            for seat in self.free:
                yield seat, alike

    def _free_weight(self, hand: Hand, before: dict[Packed, int]) -> int:
        takes, guards = self.pack.takes(hand), self.pack.guards
        return ordered(hand) * sum(
            ways * self.pack.deals(left - takes) for left, ways in before.items() if (left - takes) & guards == guards
        )

    def draw(self, rng: Random) -> dict[Seat, Hand]:
        """Everybody's hand, drawn by weight."""
        left, found = self.pack.full, {}
        for seat, choices, after in zip(self.order, self.choices, self.after[1:], strict=True):
            odds = [choice.weight * after.get(left - choice.takes, 0) for choice in choices]
            choice = choices[pick(odds, rng)]
            found[seat] = choice.hand
            left -= choice.takes
        cards = [card for card, one in self.pack.one.items() for _ in range(left // one % GUARD)]
        rng.shuffle(cards)
        for n, seat in enumerate(self.free):
            found[seat] = (cards[2 * n], cards[2 * n + 1])
        return found


def pick(odds: list[int], rng: Random) -> int:
    """An index drawn by whole-number odds."""
    rest = rng.randrange(sum(odds))
    for index, weight in enumerate(odds):
        rest -= weight
        if rest < 0:
            return index
    raise AssertionError("odds are not negative")


def ordered(hand: Hand) -> int:
    """In how many orders the hand can have been dealt."""
    return 1 if hand[0] == hand[1] else 2


class Belief:
    """What the owner of a view can infer about a round in which cards are dealt."""

    def __init__(self, view: View, given: Given = (), leaning: Leaning = NO_LEANING) -> None:
        self.view = view
        self.given = given
        self.leaning = leaning
        self.seats = tuple(range(1, holders(view.players) + 1))
        self.pack = pack_of(view.options.deck(view.players))
        self.clues = tuple(event for event in view.events if isinstance(event, Clue))
        self.asked = tuple(event for event in view.events if isinstance(event, Asked))
        self.counts = tuple(self._count(frozenset(boys)) for boys in self._scenarios())
        self.total = sum(count.total for count in self.counts)

    # -- answers --------------------------------------------------------------------------------

    @cached_property
    def hands(self) -> dict[Seat, dict[Hand, float]]:
        """By holder: how likely each (unordered) hand is."""
        sums: dict[Seat, Counter[Hand]] = {seat: Counter() for seat in self.seats}
        for count in self.counts:
            if count.total:
                for seat, weights in count.weights():
                    sums[seat].update(weights)
        return {seat: {hand: w / self.total for hand, w in found.items() if w} for seat, found in sums.items()}

    @cached_property
    def roles(self) -> dict[Seat, dict[Character, float]]:
        """By holder: how likely each character is."""
        found: dict[Seat, dict[Character, float]] = {}
        for seat, odds in self.hands.items():
            found[seat] = {}
            for hand, chance in odds.items():
                who = character(hand)
                found[seat][who] = found[seat].get(who, 0.0) + chance
        return found

    def plays(self, seat: Seat, who: Character) -> float:
        """How likely the seat plays the character."""
        return self.roles[seat].get(who, 0.0)

    def supposing(self, *given: tuple[Seat, Character, bool]) -> Belief:
        """The same, if these suppositions hold; its ``total`` over this one is how likely they are together."""
        return type(self)(self.view, self.given + given, self.leaning)

    def chance(self, *given: tuple[Seat, Character, bool]) -> float:
        """How likely all the suppositions hold together."""
        return self.supposing(*given).total / self.total

    def nobody(self, who: Character) -> Given:
        """The supposition that nobody plays the character."""
        return tuple((seat, who, False) for seat in self.seats)

    def pointed(self, who: Character, pointer: str) -> Given:
        """The supposition that a pointer at this character is right."""
        return self.nobody(who) if pointer == NOBODY else ((int(pointer), who, True),)

    def right(self, pointers: Iterable[str]) -> float:
        """How likely these pointers of the viewer are right together."""
        pairs = zip(self.view.targets, pointers, strict=False)  # a wolf's second pointer names nobody
        return self.chance(*(each for who, pointer in pairs for each in self.pointed(who, pointer)))

    def draw(self, rng: Random) -> dict[Seat, Hand]:
        """Everybody's hand, drawn by the exact posterior, each in either order."""
        count = self.counts[pick([count.total for count in self.counts], rng)]
        found = {}
        for seat, hand in sorted(count.draw(rng).items()):
            found[seat] = hand if rng.randrange(2) else hand[::-1]
        if self.view.seat is not None and self.view.hand is not None:
            found[self.view.seat] = self.view.hand
        return found

    # -- counting -------------------------------------------------------------------------------

    def _known(self, seat: Seat) -> Hand | None:
        """A hand that the viewer has seen: the own one, or all at the end."""
        if seat == self.view.seat:
            return self.view.hand
        return self.view.reveals[-1].hands[seat - 1] if self.view.phase == OVER else None

    @cached_property
    def _honest(self) -> frozenset[Seat]:
        """Who has announced something that a shepherd boy never does."""
        return frozenset(c.by for c in self.clues if c.said not in ("wolf", "?") and c.by != self.view.seat)

    @cached_property
    def _doubtful(self) -> tuple[Seat, ...]:
        """Who may or may not be a shepherd boy, where it matters for what was announced."""
        said_wolf = {clue.by for clue in self.clues if clue.said == "wolf" and clue.by != self.view.seat}
        return tuple(sorted(said_wolf - self._honest))

    def _scenarios(self) -> Iterator[tuple[Seat, ...]]:
        """Every set of doubtful announcers who may be shepherd boys at once."""
        boys = sum(n for card, n in self.pack.copies.items() if card.startswith("boy/"))
        for size in range(min(boys, len(self._doubtful)) + 1):
            yield from combinations(self._doubtful, size)

    def _count(self, boys: frozenset[Seat]) -> Count:
        """If exactly these announcers are shepherd boys."""
        told, free = dict[Seat, tuple[PossibleHand, ...]](), []
        for seat in self.seats:
            about, leaning = self._about(seat, boys), self.leaning.get(seat)
            if about == NOTHING_KNOWN and leaning is None:
                free.append(seat)
                continue
            told[seat] = possible_hands(self.pack, *about)
            if leaning is not None:
                told[seat] = tuple([
                    replace(each, weight=each.weight * leaning.get(each.hand, 1)) for each in told[seat]
                ])  # fmt: skip
        return Count(self.pack, told, tuple(free))

    def _about(self, seat: Seat, boys: frozenset[Seat]) -> Known:
        known = self._known(seat)
        return (
            None if known is None else in_order(known),
            seat in boys if seat in self._doubtful else False if seat in self._honest else None,
            tuple([(who, holds) for at, who, holds in self.given if at == seat]),
            tuple([(asked.question, asked.yes) for asked in self.asked if asked.at == seat]),
            tuple([self._heard(clue, boys) for clue in self.clues if clue.at == seat]),
        )

    def _heard(self, clue: Clue, boys: frozenset[Seat]) -> Heard:
        if clue.by == self.view.seat:
            return None, "", clue.card
        return "boy" if clue.by in boys else "", clue.said, clue.card


Heard: TypeAlias = tuple[str | None, str, Card | None]
"""A peek at somebody: who announced it (None: the viewer, who saw it), what was said, the card if it is known."""
Known: TypeAlias = tuple[
    Hand | None, bool | None, tuple[tuple[Character, bool], ...], tuple[tuple[Question, bool], ...], tuple[Heard, ...]
]
"""What is known of a holder: the hand, whether it is a shepherd boy, suppositions, answers, peeks."""
NOTHING_KNOWN: Final[Known] = (None, None, (), (), ())


@lru_cache(maxsize=1 << 14)
def possible_hands(
    pack: Pack,
    known: Hand | None,
    is_boy: bool | None,
    given: tuple[tuple[Character, bool], ...],
    answers: tuple[tuple[Question, bool], ...],
    heard: tuple[Heard, ...],
) -> tuple[PossibleHand, ...]:
    """The hands of a holder about whom this is known, each with its weight. Kept: who reads the others' minds asks for
    the same ones over and over."""
    found = []
    for hand in pack.hands if known is None else (known,):
        who = character(hand)
        if (
            (is_boy is None or (who == "boy") == is_boy)
            and all((who == named) == holds for named, holds in given)
            and all(answer(hand, question) == yes for question, yes in answers)
        ):
            weight = ordered(hand) * prod(_ways_to_say(hand, *peek) for peek in heard)
            if weight:
                found.append(PossibleHand(hand, pack.takes(hand), weight))
    return tuple(found)


def _ways_to_say(hand: Hand, announcer: str | None, said: str, card: Card | None) -> int:
    """How many of the hand's two cards would have led to this clue."""
    if announcer is None:
        return hand.count(card or "")
    return sum(announcement(announcer, seen) == said for seen in (hand if card is None else (card,)))


class Credulous(Belief):
    """The same for somebody who takes every token at its word; ``total`` is 0 where tokens contradict each other."""

    def _scenarios(self) -> Iterator[tuple[Seat, ...]]:
        yield ()


def beliefs(view: View) -> tuple[Marginal, ...]:
    """For each player but the viewer (the simulated one included) whom they play in this round."""
    if view.phase in (DEAL, OVER):
        return ()
    found = Belief(view).roles
    return tuple(Marginal.of(str(seat), roles) for seat, roles in found.items() if seat != view.seat)


def truth(state: State) -> dict[str, str]:
    """For each player whom they play in this round."""
    return {str(seat): character(hand) for seat, hand in enumerate(state.hands, 1)}


# -- whole worlds ----------------------------------------------------------------------------------


def imagine(view: View, rng: Random) -> State:
    """A state that the view's owner cannot tell from the truth, drawn by the exact posterior."""
    state = State(
        options=view.options,
        players=view.players,
        points=view.points,
        errors=view.errors,
        red=view.red,
        round=view.round,
        phase=view.phase,
        start=view.start,
        turn=view.turn,
        looked_at=view.looked_at,
        reveals=view.reveals,
    )
    if view.phase == DEAL:
        return state
    hands = Belief(view).draw(rng)
    return replace(
        state,
        hands=tuple(hands[seat] for seat in sorted(hands)),
        questions=_questions(view, rng),
        events=tuple(_with_card(event, hands, rng) if isinstance(event, Clue) else event for event in view.events),
        pointers=tuple(_pointers(view, seat, hands[seat], rng) for seat in range(1, view.players + 1)),
    )


def _with_card(clue: Clue, hands: dict[Seat, Hand], rng: Random) -> Clue:
    """The clue with a card that may have led to it."""
    if clue.card is not None:
        return clue
    announcer = character(hands[clue.by])
    card = rng.choice([card for card in hands[clue.at] if announcement(announcer, card) == clue.said])
    return Clue(clue.by, clue.at, clue.place, clue.said, card)


def _questions(view: View, rng: Random) -> tuple[tuple[Question, ...], ...]:
    """Question cards for every hand: the viewer's own, and others from those that nobody has shown."""
    played = [event for event in view.events if isinstance(event, Asked)]
    left = Counter(QUESTIONS) - Counter(event.question for event in played) - Counter(view.questions)
    unseen = list(left.elements())
    rng.shuffle(unseen)
    found: list[tuple[Question, ...]] = []
    for seat in range(1, view.players + 1):
        held = 2 - sum(event.by == seat for event in played)
        if seat == view.seat:
            found.append(view.questions)
        else:
            found.append(tuple(unseen.pop() for _ in range(held)))
    return tuple(found)


def _pointers(view: View, seat: Seat, hand: Hand, rng: Random) -> Pointers | None:
    """Pointers that lie face down: the viewer's own are known, others' may stand anywhere they legally can."""
    if view.phase == OVER:
        return view.reveals[-1].suspicions[seat - 1].pointers
    if seat == view.seat:
        return view.pointers
    early = seat in view.early
    final = view.phase == FINAL and seat not in view.waiting
    if not early and not final:
        return None
    first = [NOBODY, *(str(n) for n in range(1, holders(view.players) + 1) if n != seat)]
    second = [NONE] if character(hand) == "wolf" else first
    legal: list[Pointers] = [(one, two) for one in first for two in second]
    return rng.choice(legal if early else [*legal, DECLINED])


def retold(past: Sequence[tuple[State, Seat, Move]], seat: Seat, world: State) -> list[tuple[Seat, Move]]:
    """The same with that world's cards, and others' pointers as it has them. Whoever has two cards to be looked at
    one after the other swaps when it is needed, which nobody is told; swaps that there were are forgotten."""
    found: list[tuple[Seat, Move]] = []
    hands = dict(enumerate(world.hands, 1))
    clues = iter([event for event in world.events if isinstance(event, Clue)])

    def turned(owner: Seat) -> None:
        hands[owner] = hands[owner][::-1]
        found.append((owner, ("swap",)))

    for state, mover, move in past:
        if state.round < world.round or state.phase == DEAL:
            is_last = state.round == world.round and world.phase != DEAL
            found.append((mover, _dealt(move, seat, world, hands) if is_last else move))
        elif state.phase == PEEK:
            found.append((mover, (str(hands[state.looked_at].index(next(clues).card or "")),)))
        elif move == ("swap",):
            if mover == seat:
                turned(seat)
        elif move[0] == "peek" and len(move) == 3:
            owner, place = int(move[1]), PLACES.index(move[2])
            if hands[owner][place] != next(clues).card:
                turned(owner)
            found.append((mover, move))
        elif move[0] in ("suspect", "decline") and mover != seat:
            pair = world.pointers[mover - 1] or DECLINED
            found.append((mover, ("decline",) if pair == DECLINED else ("suspect", *pair)))
        else:
            found.append((mover, move))
    for owner in range(1, world.players + 1):
        if world.hands and hands[owner] != world.hands[owner - 1]:
            turned(owner)
    return found


def _dealt(move: Move, seat: Seat, world: State, hands: dict[Seat, Hand]) -> Move:
    """The deal of that world's round. The seat's own cards were dealt as they were, and ``hands`` holds them so."""
    cards = 2 * len(world.hands)
    hands[seat] = (move[2 * seat - 2], move[2 * seat - 1])
    asked = [event for event in world.events if isinstance(event, Asked)]
    own = move[cards + 2 * seat - 2 : cards + 2 * seat]
    questions = [
        own if owner == seat else (*held, *(event.question for event in asked if event.by == owner))
        for owner, held in enumerate(world.questions, 1)
    ]
    flat = chain.from_iterable([*hands.values(), *questions])
    return (*flat, *move[cards + 2 * world.players :])
