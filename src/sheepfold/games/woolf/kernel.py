"""Compiled play: random games of Woolf!! on flat arrays, by the very luck that the rules would play by.

Only whoever plays many games loads this room (``bots.compiled`` does): Numba takes seconds to import and to compile.
Characters, kinds of cards and questions are numbers in the order of ``board``; seats are counted from 0 within. A test
holds every game against the rules.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numba import njit

from sheepfold.core.contract import NATURE, Move, Outcome
from sheepfold.core.records import luck
from sheepfold.core.records.luck import HASHED, Luck, SaidMove
from sheepfold.core.scores import Scores
from sheepfold.games.woolf import board
from sheepfold.games.woolf.board import CHARACTERS, QUESTIONS, TARGETS, deck, early_limit, holders
from sheepfold.games.woolf.notation import deal_text, move_text
from sheepfold.games.woolf.numbers import VERBS
from sheepfold.games.woolf.rules import PLACES
from sheepfold.games.woolf.score import winners
from sheepfold.games.woolf.terms import ROUNDS, Options

Array: TypeAlias = "np.ndarray[Any, Any]"

inner: Any = partial(
    njit, cache=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, error_model="numpy", forceinline=True
)()
"""For what nobody calls from outside: it is compiled in half the time."""
below, drawn = inner(luck.below), inner(luck.drawn)


SHEEP, DOG, HUNTER, BOY, WOLF = range(5)
assert CHARACTERS == ("sheep", "dog", "hunter", "boy", "wolf")
UNKNOWN: Final = 5
"""The appearance ``?``."""
NONE: Final = 9
"""A pointer at no target; 0 says nobody, else it is a seat, from 1."""
WAITING: Final = -1
SOUGHT: Final = np.array(
    [[CHARACTERS.index(who) if who in CHARACTERS else NONE for who in TARGETS[seeker]] for seeker in CHARACTERS]
)
QUESTION_CARDS: Final = np.array(list(QUESTIONS.values()))
PEEK, ASK, SUSPECT, DECLINE, SWAP, TURN_UP = range(6)
"""What a log tells: the verbs, and what NATURE does."""
assert VERBS == ("peek", "ask", "suspect", "decline", "swap")
ASKED: Final = tuple(QUESTIONS)
WORDS: Final = 256
PLIES: Final = 40
"""Luck for one round; the few that need more are played again with more."""
ROUND, START, OVER, LAST, BEGAN, TURN, FINAL, EARLY = range(8)
"""What ``FlatGame.now`` tells: the round, who starts the next, whether all is over, who suspected last, who started,
whose turn it is, whether suspicions are final, how many suspected early."""


class FlatGame(NamedTuple):
    """A game on flat arrays."""

    images: Array
    looks: Array
    copies: Array
    """By kind of card."""
    left: Array
    """The same, while cards are dealt; of questions in ``stack``."""
    stack: Array
    even: Array
    """Weights of what is equally likely."""
    hands: Array
    """Two kinds of cards for every seat, the simulated player's last."""
    dealt: Array
    """The same before anybody swapped, then the questions, two for every seat."""
    who: Array
    """By seat: the character."""
    held: Array
    """By seat and question: how many are in hand."""
    pointers: Array
    turns: Array
    early: Array
    """By seat: whether it suspected early in this round."""
    cried: Array
    """By seats: whether the first called the second a wolf."""
    points: Array
    errors: Array
    red: Array
    now: Array
    verbs: Array
    log: Array
    """The moves of the round after its deal, see ``written``."""


@inner
def deal(t: FlatGame, players: int, seated: int, draws: Array) -> None:
    """Cards, questions and, in the first round, who starts: in the order of ``rules.ahead``."""
    for card in range(len(t.copies)):
        t.left[card] = t.copies[card]
    for place in range(2 * seated):
        card = drawn(t.left, draws[place])
        t.left[card] -= 1
        t.hands[place] = t.dealt[place] = card
    for seat in range(seated):
        t.who[seat] = max(t.images[t.hands[2 * seat]], t.images[t.hands[2 * seat + 1]])
    t.held[:] = 0
    for question in range(len(t.stack)):
        t.stack[question] = QUESTION_CARDS[question]
    for place in range(2 * players):
        question = drawn(t.stack, draws[2 * seated + place])
        t.stack[question] -= 1
        t.dealt[2 * seated + place] = question
        t.held[place >> 1, question] += 1
    t.now[BEGAN] = t.now[START]
    if t.now[START] < 0:
        t.now[BEGAN] = drawn(t.even[:players], draws[2 * (seated + players)])


@inner
def begin_round(t: FlatGame, players: int, seated: int, draws: Array) -> None:
    """Deal, and nobody has done anything yet."""
    deal(t, players, seated, draws)
    t.pointers[:] = WAITING
    t.turns[:] = 0
    t.early[:] = 0
    t.cried[:] = 0
    t.now[LAST] = t.now[TURN] = t.now[BEGAN]
    t.now[FINAL] = t.now[EARLY] = 0


@inner
def others(seat: int, index: int) -> int:
    """Everybody but the seat, by their place in that row."""
    return index if index < seat else index + 1


@inner
def kinds_held(t: FlatGame, seat: int) -> int:
    """How many different questions a seat holds."""
    number = 0
    for question in range(len(QUESTION_CARDS)):
        number += t.held[seat, question] > 0
    return number


@inner
def write_verbs(t: FlatGame, shuffle: bool) -> Any:
    """Write down what the seat may do whose turn it is: ``rules.verbs``; how many there are."""
    seat = t.now[TURN]
    if t.now[FINAL]:
        t.verbs[0], t.verbs[1], number = SUSPECT, DECLINE, 2
    else:
        t.verbs[0], number = PEEK, 1
        if kinds_held(t, seat):
            t.verbs[number] = ASK
            number += 1
        if t.turns[seat] and not t.red[seat]:
            t.verbs[number] = SUSPECT
            number += 1
    if not shuffle:
        t.verbs[number] = SWAP
        number += 1
    return number


@inner
def peek(t: FlatGame, at: int, place: int) -> Any:
    """Peek at a card; what is announced."""
    said = t.looks[t.hands[2 * at + place]]
    if t.who[t.now[TURN]] == BOY and said != UNKNOWN:
        said = WOLF
    if said == WOLF:
        t.cried[t.now[TURN], at] = 1
    return said


@inner
def point(t: FlatGame, first: int, second: int) -> None:
    """Suspect or decline."""
    seat = t.now[TURN]
    t.pointers[seat, 0], t.pointers[seat, 1] = first, second
    if not t.now[FINAL]:
        t.early[seat] = 1
        t.now[LAST] = seat
        t.now[EARLY] += 1


@inner
def swap(t: FlatGame) -> None:
    seat = t.now[TURN]
    t.hands[2 * seat], t.hands[2 * seat + 1] = t.hands[2 * seat + 1], t.hands[2 * seat]


@inner
def right(t: FlatGame, seated: int, target: int, pointer: int) -> Any:
    """``score.pointer_right``."""
    if target == NONE or pointer == NONE:
        return target == pointer
    if pointer > 0:
        return t.who[pointer - 1] == target
    found = 0
    for seat in range(seated):
        found += t.who[seat] == target
    return found == 0


@inner
def reveal(t: FlatGame, players: int, seated: int) -> None:
    """Count the round: ``score.reveal``, and whether it was the last."""
    t.red[:] = 0
    for seat in range(players):
        who, first = t.who[seat], t.pointers[seat, 0]
        if first != NONE:
            if right(t, seated, SOUGHT[who, 0], first) and right(t, seated, SOUGHT[who, 1], t.pointers[seat, 1]):
                t.points[seat] += 1 + t.early[seat]
            else:
                t.errors[seat] += 1
                t.red[seat] = t.early[seat]
                if t.errors[seat] >= 2:
                    t.now[OVER] = 1
        if who in (HUNTER, DOG) and 0 < first != NONE and t.who[first - 1] != WOLF:
            for boy in range(players):
                if t.who[boy] == BOY and t.cried[boy, first - 1]:
                    t.points[boy] += 1
    if t.now[ROUND] == ROUNDS:
        t.now[OVER] = 1
    t.now[START] = (t.now[LAST] + 1) % players


@inner
def least_turns(t: FlatGame, players: int) -> int:
    """The fewest turns that anybody has taken who is still in."""
    found = 1 << 30
    for seat in range(players):
        if t.pointers[seat, 0] == WAITING:
            found = min(found, t.turns[seat])
    return found


@inner
def next_turn(t: FlatGame, players: int, seated: int, most_early: int, limit: int) -> bool:
    """On to the next who is still in, or to the final suspicions; whether the round goes on, else it is counted."""
    seat = t.now[TURN]
    if not t.now[FINAL]:
        t.turns[seat] += 1
        t.now[FINAL] = t.now[EARLY] == most_early or (limit and least_turns(t, players) >= limit)
    if t.now[FINAL]:
        seat = -1
    for _ in range(players):
        seat = seat + 1 if seat + 1 < players else 0
        if t.pointers[seat, 0] == WAITING:
            t.now[TURN] = seat
            return True
    reveal(t, players, seated)
    return False


@njit(cache=True, error_model="numpy")
def play(
    t: FlatGame,
    players: int,
    seated: int,
    shuffle: bool,
    most_early: int,
    limit: int,
    words: Array,
    used: Array,
    draws: Array,
    looks: Array,
) -> Any:
    """Play a round by the luck that is given; how many moves it had after the deal, or -1 if there was too little luck.

    ``draws`` is for the deal, ``looks`` for the peeks: by the number of NATURE's move after the deal.
    """
    begin_round(t, players, seated, draws)
    ply, going = 0, True
    while going:
        turn = t.now[TURN]
        verb = t.verbs[below(words, used, turn, write_verbs(t, shuffle))]
        one = two = 0
        if ply + 2 > len(looks):
            return -1
        if verb == PEEK:
            one = others(turn, below(words, used, turn, seated - 1))
            place = below(words, used, turn, 2) if not shuffle and one < players else -1
            t.log[ply] = turn + 1 | verb << 4 | one + 1 << 8 | place + 1 << 12
            ply += 1
            if place < 0:
                place = drawn(t.even[:2], looks[ply])
                t.log[ply] = TURN_UP << 4 | place << 8
                ply += 1
            peek(t, one, place)
        else:
            if verb == ASK:
                one = others(turn, below(words, used, turn, players - 1)) + 1
                which = below(words, used, turn, kinds_held(t, turn))
                while which or not t.held[turn, two]:
                    which -= t.held[turn, two] > 0
                    two += 1
                t.held[turn, two] -= 1
            elif verb == SUSPECT:
                one = below(words, used, turn, seated)
                one = one and others(turn, one - 1) + 1
                two = below(words, used, turn, 1 if t.who[turn] == WOLF else seated)
                two = NONE if t.who[turn] == WOLF else two and others(turn, two - 1) + 1
            elif verb == DECLINE:
                one = two = NONE
            else:
                swap(t)
            if verb in (SUSPECT, DECLINE):
                point(t, one, two)
            t.log[ply] = turn + 1 | verb << 4 | one << 8 | two << 12
            ply += 1
        if used[turn] > words.shape[1]:
            return -1
        going = verb == SWAP or next_turn(t, players, seated, most_early, limit)
    return ply


# -- for whoever does not count in arrays ------------------------------------------------------


def numbers(draws: bytes) -> Array:
    """Draws of chance in rows."""
    return np.frombuffer(draws, ">u4").astype(np.int64).reshape(-1, HASHED)


def cards(counts: tuple[int, ...], advanced: bool) -> tuple[tuple[str, ...], Array, Array, Array]:
    """The kinds of cards, and of each its image, its appearance and how many there are."""
    kinds = deck(counts, advanced)
    looks = [board.appearance(card) for card, _ in kinds]
    return (
        tuple(card for card, _ in kinds),
        np.array([CHARACTERS.index(board.image(card)) for card, _ in kinds]),
        np.array([CHARACTERS.index(look) if look in CHARACTERS else UNKNOWN for look in looks]),
        np.array([copies for _, copies in kinds]),
    )


@lru_cache(maxsize=1 << 12)
def written(word: int) -> SaidMove:
    """A move of a log: four bits each for the seat, the verb and what is named with it. Kept: a log has the
    same few over and over, and finding one takes a sixth of writing it."""
    seat, verb, one, two = word & 15, word >> 4 & 15, word >> 8 & 15, word >> 12
    if verb == TURN_UP:
        return SaidMove(NATURE, str(one), (str(one),))
    named: Move = ()
    if verb == PEEK:
        named = (str(one), *PLACES[two - 1 : two]) if two else (str(one),)
    elif verb == ASK:
        named = (str(one), ASKED[two])
    elif verb == SUSPECT:
        named = (str(one), board.NONE if two == NONE else str(two))
    parts = (VERBS[verb], *named)
    return SaidMove(seat, move_text(parts), parts)


def new_table(counts: tuple[int, ...], advanced: bool) -> FlatGame:
    """Before the first deal."""
    _, images, looks, copies = cards(counts, advanced)
    row, square = partial(np.zeros, 8, np.int64), partial(np.zeros, (8, 8), np.int64)
    return FlatGame(
        images=images,
        looks=looks,
        copies=copies,
        left=np.zeros_like(copies),
        stack=np.zeros_like(QUESTION_CARDS),
        even=np.ones(8, np.int64),
        hands=np.zeros(16, np.int64),
        dealt=np.zeros(32, np.int64),
        who=row(),
        held=square(),
        pointers=square(),
        turns=row(),
        early=row(),
        cried=square(),
        points=row(),
        errors=row(),
        red=row(),
        now=np.array([0, -1, 0, 0, 0, 0, 0, 0]),
        verbs=row(),
        log=np.zeros(PLIES, np.int64),
    )


def ended(points: Array, errors: Array, now: Array, seats: int) -> Outcome:
    """How a game that is over ended."""
    own, wrong = points[:seats].tolist(), errors[:seats].tolist()
    return Outcome(
        winners(own, wrong), Scores(enumerate(own, 1)), "three rounds" if now[ROUND] == ROUNDS else "two errors"
    )


class RandomGames:
    """Room for random games, one after the other."""

    def play(self, options: Options, seats: int, given: Luck, longest: int) -> tuple[list[SaidMove], Outcome | None]:
        """The moves of a game, as random players play it by this luck, and how it ended; None: it
        was not over after ``longest`` moves."""
        counts, seated = options.counts(seats), holders(seats)
        names = cards(counts, options.advanced)[0]
        table, used, told = new_table(counts, options.advanced), np.zeros(seats, np.int64), list[SaidMove]()
        while not table.now[OVER] and len(told) < longest:
            first, now = not table.now[ROUND], len(told)
            table.now[ROUND] += 1
            before, size, moves = used.copy(), 1, -1
            dealt = numbers(given.draws((now, part) for part in range(2 * (seated + seats) + first)))
            while moves < 0:
                used[:] = before
                words = np.frombuffer(given.words(size * WORDS), "<u4").astype(np.int64).reshape(seats, -1)
                looks = numbers(given.draws((now + 1 + ply, 0) for ply in range(size * PLIES)))
                table = table._replace(log=np.zeros(len(looks), np.int64))
                moves = self.run(table, options, seats, words, used, dealt, looks)
                size *= 2
            cards_dealt = [names[kind] for kind in table.dealt[: 2 * seated].tolist()]
            asked = [ASKED[question] for question in table.dealt[2 * seated : 2 * (seated + seats)].tolist()]
            start = [str(table.now[BEGAN] + 1)] if first else []
            parts = (*cards_dealt, *asked, *start)
            told.append(SaidMove(NATURE, deal_text(seats, parts), parts))
            told += map(written, table.log[:moves].tolist())
        if len(told) > longest or not table.now[OVER]:
            return told[:longest], None
        return told, ended(table.points, table.errors, table.now, seats)

    def run(
        self, table: FlatGame, options: Options, seats: int, words: Array, used: Array, draws: Array, looks: Array
    ) -> int:
        """As ``play`` of arrays."""
        limits = early_limit(seats), options.turn_limit or 0
        return int(play(table, seats, holders(seats), options.shuffle, *limits, words, used, draws, looks))


def playouts(games: int, seed: int, options: Options | None = None) -> int:
    """Play random games of four; the points of all."""
    options, seats, rng, total = options or Options(), 4, np.random.default_rng(seed), 0
    table, room, parts = new_table(options.counts(seats), options.advanced), RandomGames(), 2 * (holders(seats) + seats)
    luck, used = np.empty((ROUNDS, seats * WORDS + parts + 1 + PLIES), np.int64), np.empty(seats, np.int64)
    rows = [np.split(row, [seats * WORDS, seats * WORDS + parts + 1]) for row in luck]
    for _ in range(games):
        luck[:] = rng.integers(0, 1 << 32, luck.shape)
        for kept in (table.points, table.errors, table.red, table.now):
            kept[:] = 0
        table.now[START] = -1
        for words, dealt, looks in rows:
            used[:] = 0
            table.now[ROUND] += 1
            room.run(table, options, seats, words.reshape(seats, -1), used, dealt[:, None], looks[:, None])
            if table.now[OVER]:
                break
        total += int(table.points.sum())
    return total


def warm() -> None:
    """Compile all of it, or read what was compiled before."""
    playouts(1, 1)
