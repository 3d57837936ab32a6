"""Small tables of Woolf!! for tests: hands in words, moves as text."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sheepfold.core.contract import NATURE, Part, Seat, Told
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.board import ADVANCED, BASIC, DISGUISED_SHEEP, QUESTIONS, Card, Question
from sheepfold.games.woolf.state import State

AS_BASIC = {advanced: basic for basic, advanced in ADVANCED.items()} | {DISGUISED_SHEEP: "sheep/sheep"}
SHORT = {"boy": "boy/?", "dog?": "dog/?", "hunter?": "hunter/?"} | {
    who: f"{who}/{who}" for who in ("sheep", "dog", "hunter", "wolf")
}

FIVE = ("wolf sheep", "boy sheep", "hunter dog", "sheep sheep", "hunter? dog?")
"""Wolf, shepherd boy, hunter, sheep, hunter: the cards of the usual table for five."""


def card(word: str) -> Card:
    return SHORT.get(word, word)


def table(
    *hands: str, players: int | None = None, start: Seat = 1, questions: dict[Seat, tuple[Question, ...]] | None = None,
    **options: Any,
) -> State:  # fmt: skip
    """Round 1 with these hands dealt; the table of cards is made to fit them."""
    dealt = [card(word) for hand in hands for word in hand.split()]
    counts = Counter(AS_BASIC.get(kind, kind) for kind in dealt)
    seats = len(hands) if players is None else players
    state = GAME.start(GAME.options(cards=tuple(counts[kind] for kind in BASIC), **options), seats)
    asked = given_questions(seats, questions or {})
    return GAME.apply(state, NATURE, (*dealt, *asked, str(start)))[0]


def given_questions(seats: int, wanted: dict[Seat, tuple[Question, ...]]) -> list[Question]:
    """Two questions for everybody: the wanted ones, others from the rest."""
    rest = list((Counter(QUESTIONS) - Counter(q for pair in wanted.values() for q in pair)).elements())
    return [q for seat in range(1, seats + 1) for q in (wanted.get(seat) or (rest.pop(), rest.pop()))]


def played(state: State, *moves: str) -> State:
    """The state after moves like ``"3 peek 4"``; ``"0 1"`` is NATURE showing the second card."""
    for move in moves:
        state, _ = heard(state, move)
    return state


def heard(state: State, move: str) -> tuple[State, tuple[Told, ...]]:
    """The state after one move, and what was told."""
    seat, _, text = move.partition(" ")
    return GAME.apply(state, int(seat), GAME.read(state, int(seat), text))


def odds(state: State, *so_far: Part) -> dict[Part, int]:
    """What NATURE can deal next, and how likely each is."""
    parts, _, weights, _ = GAME.ahead(state, NATURE, so_far)
    return dict(zip(parts, weights or (), strict=True))


def facts(told: tuple[Told, ...], seat: Seat | None) -> list[Any]:
    return [t.fact for t in told if t.reaches(seat)]


def turns(state: State) -> State:
    """One harmless turn for everybody still in the round, from whoever is next."""
    for _ in range(len([pair for pair in state.pointers if pair is None])):
        at = state.turn % state.players + 1
        text = f"peek {at}" if state.options.shuffle else f"peek {at}L"
        state = played(state, f"{state.turn} {text}", *(["0 0"] if state.options.shuffle else []))
    return state
