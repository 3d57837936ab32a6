"""How near the players of Woolf!! come to the best response: ``sheepfold solve woolf turn_limit=1`` asks for it.

The last turn of a round where everybody has one, the look and the suspicion after it, is solved exactly. Against
players whose odds are known every way the cards may lie can be weighed by how likely the others would have done what
they did, whatever questions they hold. So what each look is worth is counted, not sampled, and no other player could do
better from the same seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product
from math import prod
from random import Random
from typing import Final, NamedTuple, TypeAlias

from sheepfold.core.contract import NATURE, Move, Seat
from sheepfold.core.contract.bot import Attained, BestResponse, Bot, Weighing
from sheepfold.core.errors import OptionError
from sheepfold.core.records import chance
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.board import (
    NOBODY,
    NONE,
    QUESTIONS,
    Hand,
    announcement,
    answer,
    character,
    holders,
)
from sheepfold.games.woolf.score import pointer_right
from sheepfold.games.woolf.terms import TURN, Asked, Clue, Options, Suspected
from sheepfold.games.woolf.view import View

Pair: TypeAlias = tuple[str, str]
"""Two cards or two questions."""
Shown: TypeAlias = tuple[str, ...]
"""What a look can show: a card, or an answer."""
UNKNOWN: Final = "The odds of such players are not known: choose others among whom it is solved."


def best_response(
    options: Options, seats: int, among: tuple[str, Bot], bots: Sequence[tuple[str, Bot]], games: int
) -> BestResponse:
    """What the seat that looks last reaches in the first round, everybody else playing as one named bot does. Raises
    OptionError."""
    name, other = among
    best: list[float] = []
    found: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name, _ in bots}
    for deal in range(games):
        view = last_view(options, seats, other, deal)
        if not deal:
            check_known(other, view)
        turn = LastTurn(view, other)
        looks = turn.looks()
        best.append(max(looks.values()))
        for called, player in bots:
            rng = Random(deal)
            look = player.choose(view, rng)
            found[called][0].append(turn.reached(player, look, rng))
            found[called][1].append(looks[look])
    words = f"who looks last in a round of one turn each, among players like {name}, the boy's bonus left out"
    told = [Attained(called, tuple(own), tuple(able)) for called, (own, able) in found.items()]
    return BestResponse(words, tuple(best), tuple(told))


def last_view(options: Options, seats: int, other: Bot, deal: int) -> View:
    """What somebody sees who is the last to look in the first round."""
    state, rng, seed, ply = GAME.start(options, seats), Random(deal), chance.seed_from("last", deal), 0
    while True:
        (seat,) = GAME.to_move(state)
        if seat == NATURE:
            move = chance.draw(GAME, state, seed, ply)
        else:
            view = GAME.view(state, seat)
            if len(view.events) == seats - 1:
                return view
            move = other.choose(view, rng)
        state, _ = GAME.apply(state, seat, move)
        ply += 1


# -- the last turn, solved ----------------------------------------------------------------------


class World(NamedTuple):
    """A way the cards may lie, everybody's in the order of the seats, and how likely it is beside the others."""

    hands: tuple[Hand, ...]
    weight: float


def odds(player: Bot, view: View) -> dict[Move, float]:
    """How likely a player makes each move: of those that it values most luck takes one. Raises OptionError for a player
    whose values are themselves a matter of luck."""
    if not isinstance(player, Weighing):
        raise OptionError(UNKNOWN)
    weighed = player.weigh(view, Random(1))
    best = [move for move, value in weighed.moves if value == weighed.moves[0][1]]
    return dict.fromkeys(best, 1 / len(best))


def check_known(player: Bot, view: View) -> None:
    """Raises OptionError unless the player values moves alike whatever its luck."""
    if not isinstance(player, Weighing) or len({_values(player, view, luck) for luck in range(3)}) > 1:
        raise OptionError(UNKNOWN)


def _values(player: Weighing, view: View, luck: int) -> frozenset[tuple[Move, float]]:
    return frozenset(player.weigh(view, Random(luck)).moves)


class LastTurn:
    """What the seat that moves last in a round of one turn each can reach, as its view tells it."""

    def __init__(self, view: View, among: Bot) -> None:
        """``among``: as whom all others play."""
        others = [seat for seat in range(1, view.players + 1) if seat != view.seat]
        if view.options.turn_limit != 1 or not view.options.shuffle:
            raise OptionError("Only rounds of one turn each are solved, with shuffled cards: turn_limit=1.")
        if view.phase != TURN or view.turn != view.seat or sorted(event.by for event in view.events) != others:
            raise OptionError("Only the last turn of a round can be solved.")
        self.view, self.among, self.others = view, among, others
        self.worlds = self._weighed()
        self.total = sum(world.weight for world in self.worlds)

    # -- what may be -------------------------------------------------------------------------------

    def _weighed(self) -> list[World]:
        """Every way the cards may lie, by chance and by what the others did."""
        liked = {seat: self._liked(seat) for seat in self.others}
        held = list(_dealt(Counter(QUESTIONS) - Counter(self.view.questions), len(self.others)))
        likely: dict[tuple[Hand, ...], float] = {}
        found = []
        for world in self._deals():
            weight = world.weight * prod(self._shown(world.hands, event) for event in self.view.events)
            if not weight:
                continue
            theirs = tuple(world.hands[seat - 1] for seat in self.others)
            if theirs not in likely:
                tables = [liked[seat](hand) for seat, hand in zip(self.others, theirs, strict=True)]
                likely[theirs] = sum(
                    chance * prod(table[pair] for table, pair in zip(tables, pairs, strict=True))
                    for pairs, chance in held
                    if all(table[pair] for table, pair in zip(tables, pairs, strict=True))
                )
            if likely[theirs]:
                found.append(World(world.hands, weight * likely[theirs]))
        return found

    def _deals(self) -> Iterator[World]:
        """Every way to deal the cards that the viewer does not hold, by how many deals come to it."""
        assert self.view.hand is not None
        cards = dict(self.view.options.deck(self.view.players))
        left = Counter(cards) - Counter(self.view.hand)
        for hands, weight in _dealt(left, holders(self.view.players) - 1):
            at = self.view.own - 1
            yield World((*hands[:at], self.view.hand, *hands[at:]), weight)

    def _shown(self, hands: tuple[Hand, ...], event: object) -> float:
        """How likely a look of another showed what it did."""
        match event:
            case Asked(_, at, question, yes):
                return float(answer(hands[at - 1], question) == yes)
            case Clue(by, at, _, said, _):
                who = character(hands[by - 1])
                return sum(announcement(who, card) == said for card in hands[at - 1]) / 2
        raise AssertionError(event)

    def _liked(self, seat: Seat) -> Callable[[Hand], Mapping[Pair, float]]:
        """How likely somebody made the move that they made, by their hand and by each pair of questions."""
        number, event = next((n, e) for n, e in enumerate(self.view.events) if e.by == seat)
        assert not isinstance(event, Suspected), "everybody has one turn"
        before = replace(self.view, seat=seat, turn=seat, events=self.view.events[:number])
        made: Move = ("ask", str(event.at), event.question) if isinstance(event, Asked) else ("peek", str(event.at))

        def likely(hand: Hand, pair: Pair) -> float:
            if made[0] == "ask" and made[2] not in pair:
                return 0.0
            return odds(self.among, replace(before, hand=hand, questions=pair)).get(made, 0.0)

        return cache(lambda hand: {pair: likely(hand, pair) for pair in PAIRS})

    # -- what can be reached -----------------------------------------------------------------------

    def looks(self) -> dict[Move, float]:
        """Every peek and question, with the chance to be right of the best suspicion after it."""
        moves: list[Move] = [
            ("peek", str(seat)) for seat in range(1, holders(self.view.players) + 1) if seat != self.view.seat
        ]
        moves += [("ask", str(seat), what) for seat in self.others for what in sorted(set(self.view.questions))]
        return {move: self.allowed(move) for move in moves}

    def allowed(self, look: Move) -> float:
        """How likely the best suspicion after a look is right."""
        return sum(max(self._right(worlds).values()) for worlds in self._after(look).values()) / self.total

    def reached(self, player: Bot, look: Move, rng: Random) -> float:
        """How likely the player itself is right if it looks so."""
        found = 0.0
        for shown, worlds in self._after(look).items():
            move = player.choose(self._final(look, shown, worlds[0].hands), rng)
            if move[0] == "suspect":
                found += self._right(worlds)[move[1], move[2]]
        return found / self.total

    def _after(self, look: Move) -> dict[Shown, list[World]]:
        """The ways the cards may lie after each thing that a look can show."""
        found: dict[Shown, list[World]] = {}
        for hands, weight in self.worlds:
            hand = hands[int(look[1]) - 1]
            if look[0] == "ask":
                found.setdefault((str(answer(hand, look[2])),), []).append(World(hands, weight))
            else:
                for card in hand:
                    found.setdefault((card,), []).append(World(hands, weight / 2))
        return found

    def _right(self, worlds: list[World]) -> dict[tuple[str, ...], float]:
        """How much speaks for each suspicion."""
        everybody = [NOBODY, *(str(s) for s in range(1, holders(self.view.players) + 1) if s != self.view.seat)]
        targets = self.view.targets
        unused = [[NONE]] * (2 - len(targets))
        found = dict.fromkeys(product(*[everybody] * len(targets), *unused), 0.0)
        for hands, weight in worlds:
            characters = [character(hand) for hand in hands]
            right = [[at for at in everybody if pointer_right(characters, target, at)] for target in targets]
            for pair in product(*right, *unused):
                found[pair] += weight
        return found

    def _final(self, look: Move, shown: Shown, hands: tuple[Hand, ...]) -> View:
        """What the viewer sees when all hand in their suspicions, the look having shown this."""
        state = replace(GAME.imagine(self.view, Random(1)), hands=hands)
        state, _ = GAME.apply(state, self.view.own, look)
        if look[0] == "peek":
            index = hands[int(look[1]) - 1].index(shown[0])
            state, _ = GAME.apply(state, NATURE, (str(index),))
        return GAME.view(state, self.view.seat)


PAIRS: Final[tuple[Pair, ...]] = tuple((one, two) for n, one in enumerate(QUESTIONS) for two in list(QUESTIONS)[n:])
"""The questions that somebody may hold, whatever their order."""


def _dealt(left: Mapping[str, int], seats: int) -> Iterator[tuple[tuple[Pair, ...], float]]:
    """Two cards for each of so many seats out of these, with how many orders of the cards come to that."""
    if not seats:
        yield (), 1.0
        return
    for one, two in combinations_with_replacement([card for card, copies in left.items() if copies], 2):
        ways = left[one] * (left[two] - (one == two)) * (1 if one == two else 2)
        if ways:
            for others, weight in _dealt(Counter(left) - Counter((one, two)), seats - 1):
                yield ((one, two), *others), ways * weight
