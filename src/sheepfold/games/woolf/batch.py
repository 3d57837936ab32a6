"""Many games of Woolf!! side by side in arrays, for programs that learn: moves part by part, by the kernel's functions.

Parts, cards and questions are counted as ``numbers`` counts them; seats are counted from 0 within.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple, Self, TypeAlias

import numpy as np
from numba import njit

from sheepfold.core.contract import Outcome
from sheepfold.core.contract.numbers import NumberedGame
from sheepfold.games.woolf import board
from sheepfold.games.woolf.board import CHARACTERS, early_limit, holders
from sheepfold.games.woolf.kernel import (
    ASK,
    ASKED,
    BEGAN,
    DECLINE,
    FINAL,
    NONE,
    OVER,
    PEEK,
    ROUND,
    START,
    SUSPECT,
    SWAP,
    TURN,
    WAITING,
    WOLF,
    FlatGame,
    begin_round,
    ended,
    inner,
    new_table,
    next_turn,
    others,
    peek,
    point,
    swap,
    write_verbs,
)
from sheepfold.games.woolf.numbers import PARTS, PHASES, SAID, VERBS
from sheepfold.games.woolf.terms import FINAL as FINAL_PHASE
from sheepfold.games.woolf.terms import ROUNDS, Options
from sheepfold.games.woolf.terms import TURN as TURN_PHASE

Array: TypeAlias = "np.ndarray[Any, Any]"

assert (*CHARACTERS, "?") == SAID
NOBODY: Final = len(VERBS)
"""The number of the pointer at nobody. After it come the players, from 1, then ``x``, the places, the questions."""
IN_TURN, IN_FINAL = PHASES.index(TURN_PHASE), PHASES.index(FINAL_PHASE)
ANSWERS: Final = np.array(
    [[[board.answer((f"{a}/", f"{b}/"), question) for b in CHARACTERS] for a in CHARACTERS] for question in ASKED], int
)
"""What two images answer to each question."""


class LaneTables(NamedTuple):
    """How a batch is played, and what it has beside the games."""

    players: int
    seated: int
    shuffle: bool
    most_early: int
    limit: int
    cards: Array
    questions: Array
    people: Array
    places: Array
    """The numbers of what chance can draw."""
    so_far: Array
    length: Array
    """By game: the parts of the move that is being built, and how many these are."""
    said: Array
    seen: Array
    asked: Array
    """By game: what happened in this round, as the planes have it; ``seen`` holds what anybody saw."""
    history: Array
    known: Array
    """By game: the numbers of all that was said since it began, chance included, and how many these are."""
    draws: Array
    """Room for the luck of a deal."""


OF_A_GAME: Final = ("hands", "who", "held", "pointers", "turns", "early", "cried", "points", "errors", "red", "now")
"""What each game of a batch has for itself."""


class SeenPlanes(NamedTuple):
    """Planes of an observation by game; whoever is to move has set no ``pointers``."""

    me: Array
    hand: Array
    questions: Array
    phase: Array
    round: Array
    turn: Array
    waiting: Array
    points: Array
    errors: Array
    red: Array
    out: Array
    turns: Array
    said: Array
    seen: Array
    asked: Array
    so_far: Array


@inner
def game_of(games: FlatGame, lane: int) -> FlatGame:
    """One game of many. What games only work with is shared."""
    return FlatGame(
        games.images, games.looks, games.copies, games.left, games.stack, games.even, games.hands[lane], games.dealt,
        games.who[lane], games.held[lane], games.pointers[lane], games.turns[lane], games.early[lane],
        games.cried[lane], games.points[lane], games.errors[lane], games.red[lane], games.now[lane], games.verbs,
        games.log,
    )  # fmt: skip


@inner
def note(b: LaneTables, lane: int, number: int) -> None:
    """Something was said."""
    b.history[lane, b.known[lane]] = number
    b.known[lane] += 1


@inner
def deal_round(t: FlatGame, b: LaneTables, lane: int, rng: Any) -> None:
    for place in range(len(b.draws)):
        b.draws[place, 0] = rng.integers(0, 1 << 32)
    t.now[ROUND] += 1
    first = t.now[START] < 0
    begin_round(t, b.players, b.seated, b.draws)
    b.said[lane], b.seen[lane], b.asked[lane] = 0, 0, 0
    for place in range(2 * b.seated):
        note(b, lane, b.cards[t.dealt[place]])
    for place in range(2 * b.seated, 2 * (b.seated + b.players)):
        note(b, lane, b.questions[t.dealt[place]])
    if first:
        note(b, lane, b.people[t.now[BEGAN]])


@njit(cache=True, error_model="numpy")
def begin(games: FlatGame, b: LaneTables, lanes: Array, rng: Any) -> None:
    """Deal anew in these games."""
    for lane in lanes:
        t = game_of(games, lane)
        t.points[:] = 0
        t.errors[:] = 0
        t.red[:] = 0
        t.now[:] = 0
        t.now[START] = -1
        b.length[lane] = b.known[lane] = 0
        deal_round(t, b, lane, rng)


@inner
def has_places(b: LaneTables, at: int) -> bool:
    """Whether a peek at a seat names left or right."""
    return not b.shuffle and at < b.players


@inner
def look_at(t: FlatGame, b: LaneTables, lane: int, at: int, place: int) -> None:
    """Peek, and write down what was announced and seen."""
    seat, where = t.now[TURN], place + 1 if has_places(b, at) else 0
    b.said[lane, seat, at, where, peek(t, at, place)] += 1
    b.seen[lane, seat, at, where, t.hands[2 * at + place]] += 1


@inner
def say_part(t: FlatGame, b: LaneTables, lane: int, part: int, rng: Any) -> bool:
    """Say one part; whether somebody took a turn with it."""
    note(b, lane, part)
    seat, mine, length, first_place = t.now[TURN], b.so_far[lane], b.length[lane], NOBODY + b.seated + 2
    if length == 0 and part == SWAP:
        swap(t)
    elif length == 0 and part == DECLINE:
        point(t, NONE, NONE)
        return True
    elif length == 1 and mine[0] == PEEK and not has_places(b, part - NOBODY - 1):
        place = rng.integers(0, 2)
        note(b, lane, b.places[place])
        look_at(t, b, lane, part - NOBODY - 1, place)
        return True
    elif length < 2:
        mine[length] = part
        b.length[lane] += 1
    else:
        one = mine[1] - NOBODY
        if mine[0] == PEEK:
            look_at(t, b, lane, one - 1, part - first_place)
        elif mine[0] == ASK:
            question, hand = part - first_place - 2, 2 * (one - 1)
            t.held[seat, question] -= 1
            yes = ANSWERS[question, t.images[t.hands[hand]], t.images[t.hands[hand + 1]]]
            b.asked[lane, seat, one - 1, question, yes] += 1
        else:
            point(t, one, part - NOBODY if part < first_place - 1 else NONE)
        return True
    return False


@njit(cache=True, error_model="numpy")
def say(games: FlatGame, b: LaneTables, parts: Array, over: Array, rng: Any) -> None:
    """Say one legal part in every game, and settle chance."""
    for lane in range(len(parts)):
        t = game_of(games, lane)
        if say_part(t, b, lane, parts[lane], rng):
            b.length[lane] = 0
            if not next_turn(t, b.players, b.seated, b.most_early, b.limit):
                over[lane] = t.now[OVER]
                if not over[lane]:
                    deal_round(t, b, lane, rng)


@inner
def write_legal(t: FlatGame, b: LaneTables, lane: int, mask: Array) -> None:
    """Mark what may be said: ``rules.parts``."""
    seat, mine, first_place = t.now[TURN], b.so_far[lane], NOBODY + b.seated + 2
    if b.length[lane] == 0:
        for which in range(write_verbs(t, b.shuffle)):
            mask[t.verbs[which]] = True
    elif b.length[lane] == 2 and mine[0] == PEEK:
        mask[first_place : first_place + 2] = True
    elif b.length[lane] == 2 and mine[0] == ASK:
        for question in range(len(ASKED)):
            mask[first_place + 2 + question] = t.held[seat, question] > 0
    elif b.length[lane] == 2 and t.who[seat] == WOLF:
        mask[first_place - 1] = True
    else:
        mask[NOBODY] = mine[0] == SUSPECT
        for index in range((b.players if mine[0] == ASK else b.seated) - 1):
            mask[NOBODY + 1 + others(seat, index)] = True


@njit(cache=True, error_model="numpy")
def look(games: FlatGame, b: LaneTables, planes: SeenPlanes, mask: Array, seats: Array) -> None:
    """Fill zeros with what the seat sees that is to move, and with what it may say."""
    best = ROUNDS * (2 + b.players - 1)
    for lane in range(len(seats)):
        t = game_of(games, lane)
        seat = t.now[TURN]
        seats[lane] = seat + 1
        write_legal(t, b, lane, mask[lane])
        planes.me[lane, seat] = 1
        for place in range(2):
            planes.hand[lane, place, t.hands[2 * seat + place]] = 1
        for question in range(len(ASKED)):
            planes.questions[lane, question] = t.held[seat, question]
        planes.phase[lane, IN_FINAL if t.now[FINAL] else IN_TURN] = 1
        planes.round[lane, t.now[ROUND] - 1] = 1
        planes.turn[lane, seat] = not t.now[FINAL]
        for other in range(b.players):
            planes.waiting[lane, other] = t.now[FINAL] and t.pointers[other, 0] == WAITING
            planes.points[lane, other] = t.points[other] / best
            planes.errors[lane, other] = t.errors[other]
            planes.red[lane, other] = t.red[other]
            planes.out[lane, other] = t.early[other]
            planes.turns[lane, other] = t.turns[other]
            for place in range(1, b.said.shape[3]):  # of its own cards it knows what was seen where
                planes.seen[lane, other, seat, place] = b.seen[lane, other, seat, place]
        planes.said[lane] = b.said[lane]
        planes.seen[lane, seat] = b.seen[lane, seat]
        planes.asked[lane] = b.asked[lane]
        for place in range(b.length[lane]):
            planes.so_far[lane, b.so_far[lane, place]] = place + 1


class LaneGames:
    """So many games at once."""

    def __init__(self, options: Options, seats: int, numbers: NumberedGame, n: int, seed: int) -> None:
        self._numbers, self._rng = numbers, np.random.default_rng(seed)
        self._seated = holders(seats)
        one, shapes = new_table(options.counts(seats), options.advanced), {p.name: p.shape for p in numbers.planes}
        self._games = one._replace(**{name: np.stack([getattr(one, name)] * n) for name in OF_A_GAME})
        self._most = 2 * (self._seated + seats) + 3

        def numbered_as(parts: Iterable[str]) -> Array:
            return np.array([numbers.chance_number[part] for part in parts])

        self._table = LaneTables(
            players=seats,
            seated=self._seated,
            shuffle=options.shuffle,
            most_early=early_limit(seats),
            limit=options.turn_limit or 0,
            cards=numbered_as(card for card, _ in board.deck(options.counts(seats), options.advanced)),
            questions=numbered_as(ASKED),
            people=numbered_as(map(str, range(1, seats + 1))),
            places=numbered_as("01"),
            so_far=np.zeros((n, PARTS), np.int64),
            length=np.zeros(n, np.int64),
            said=np.zeros((n, *shapes["said"]), np.float32),
            seen=np.zeros((n, *shapes["seen"]), np.float32),
            asked=np.zeros((n, *shapes["asked"]), np.float32),
            history=np.zeros((n, self._most), np.int16),
            known=np.zeros(n, np.int64),
            draws=np.zeros((self._most, 1), np.int64),
        )

    @classmethod
    def made(cls, options: Options, seats: int, numbers: NumberedGame, window: int, n: int, seed: int) -> Self:
        return cls(options, seats, numbers, n, seed)

    def begin(self, lanes: Array) -> None:
        """Begin these anew."""
        begin(self._games, self._table, lanes, self._rng)

    def say(self, parts: Array, over: Array) -> None:
        """Say one legal part in every game, and settle chance; mark those that are over."""
        room = self._table.history.shape[1]
        if self._table.known.max() + self._most > room:
            history = np.pad(self._table.history, ((0, 0), (0, room)))
            self._table = self._table._replace(history=history)
        say(self._games, self._table, parts, over, self._rng)

    def outcome(self, lane: int) -> Outcome:
        """How a game that is over ended."""
        return ended(self._games.points[lane], self._games.errors[lane], self._games.now[lane], self._table.players)

    def look(self, observation: Array, mask: Array, seat: Array) -> None:
        """Fill zeros."""
        planes = self._numbers.cut(observation)
        look(self._games, self._table, SeenPlanes(*map(planes.__getitem__, SeenPlanes._fields)), mask, seat)

    def truth(self) -> Array:
        """Which way each hidden thing is."""
        return self._games.who[:, : self._seated]

    def history(self, lane: int) -> list[int]:
        """The numbers of all that was said in a game since it began, chance included."""
        found: list[int] = self._table.history[lane, : self._table.known[lane]].tolist()
        return found
