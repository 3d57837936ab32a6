"""What a seat can infer, checked against counting every single deal; and worlds drawn by those odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from games.woolf.setting import FIVE, played, table, turns
from sheepfold.core.contract import NATURE, Seat
from sheepfold.core.contract.bot import random_move
from sheepfold.core.records import chance
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.belief import Belief
from sheepfold.games.woolf.board import (
    CHARACTERS,
    NOBODY,
    Card,
    Hand,
    announcement,
    answer,
    character,
    deck,
    holders,
    image,
    in_order,
)
from sheepfold.games.woolf.state import State
from sheepfold.games.woolf.terms import Asked, Clue
from sheepfold.games.woolf.view import View

# -- every single deal --------------------------------------------------------------------------


def arrangements(cards: Counter[Card], count: int) -> Iterator[tuple[Card, ...]]:
    """Every different row of so many cards."""
    if count == 0:
        yield ()
        return
    for card in [card for card, n in cards.items() if n]:
        cards[card] -= 1
        for rest in arrangements(cards, count - 1):
            yield (card, *rest)
        cards[card] += 1


def likelihood(view: View, hands: dict[Seat, Hand]) -> float:
    """How likely what the viewer saw is, if these are the hands: straight from the rules."""
    odds = 1.0
    for event in view.events:
        if isinstance(event, Asked):
            odds *= answer(hands[event.at], event.question) == event.yes
        elif isinstance(event, Clue):
            said = [announcement(character(hands[event.by]), card) for card in hands[event.at]]
            fits = [
                word == event.said and event.card in (None, card)
                for word, card in zip(said, hands[event.at], strict=True)
            ]
            if event.at == view.seat and event.card is not None:
                odds *= announcement(character(hands[event.by]), event.card) == event.said
            else:
                odds *= sum(fits) / 2
    return odds


def every_deal(view: View) -> list[tuple[dict[Seat, Hand], float]]:
    """All deals that fit the view, with their posterior odds."""
    others = [seat for seat in range(1, holders(view.players) + 1) if seat != view.seat]
    cards = Counter(dict(deck(view.options.counts(view.players), view.options.advanced)))
    cards.subtract(view.hand or ())
    found = []
    for row in arrangements(cards, 2 * len(others)):
        hands = {seat: (row[2 * n], row[2 * n + 1]) for n, seat in enumerate(others)}
        if view.seat is not None and view.hand is not None:
            hands[view.seat] = view.hand
        if odds := likelihood(view, hands):
            found.append((hands, odds))
    total = sum(odds for _, odds in found)
    return [(hands, odds / total) for hands, odds in found]


def position(seed: int, players: int, turns: int, **options: Any) -> State:
    """A random round after so many turns, without suspicions."""
    rng = Random(seed)
    state = GAME.start(GAME.options(**options), players)
    ply = 0
    while len(state.events) < turns or state.phase != "turn":
        seat = min(GAME.to_move(state))
        draw = seat == NATURE
        move = chance.draw(GAME, state, rng.randbytes(32), ply) if draw else random_move(GAME, state, seat, rng)
        if move[0] != "suspect":
            state, _ = GAME.apply(state, seat, move)
            ply += 1
    return state


FEW_KINDS = {"cards": (5, 1, 0, 1, 0, 1, 2)}
TWO_BOYS = {"cards": (4, 0, 1, 1, 0, 2, 2)}
CASES: list[tuple[int, int, int, dict[str, Any]]] = [
    (1, 5, 3, FEW_KINDS),
    (2, 5, 8, FEW_KINDS),
    (3, 4, 6, FEW_KINDS),
    (4, 5, 6, FEW_KINDS | {"shuffle": False}),
    (5, 4, 9, FEW_KINDS | {"shuffle": False}),
    (6, 5, 7, TWO_BOYS),
    (7, 5, 9, TWO_BOYS | {"advanced": True}),
    (8, 5, 6, {"advanced": True}),
    (9, 4, 7, {}),
    (10, 5, 12, {}),
]


@pytest.mark.parametrize(("seed", "players", "turns", "options"), CASES)
def test_odds_equal_those_of_counting_every_deal(seed: int, players: int, turns: int, options: Any) -> None:
    state = position(seed, players, turns, **options)
    for seat in (1, players):
        view = GAME.view(state, seat)
        deals, belief = every_deal(view), Belief(view)
        for other in range(1, holders(players) + 1):
            hands: Counter[Hand] = Counter()
            for dealt, odds in deals:
                hands[in_order(dealt[other])] += odds  # type: ignore[assignment]
            assert belief.hands[other] == pytest.approx(dict(hands))
            for who in CHARACTERS:
                plays = sum(odds for hand, odds in hands.items() if character(hand) == who)
                assert belief.plays(other, who) == pytest.approx(plays)


@pytest.mark.parametrize(("seed", "players", "turns", "options"), CASES[:6])
def test_odds_of_two_pointers_together_equal_those_of_counting_every_deal(
    seed: int, players: int, turns: int, options: Any
) -> None:
    view = GAME.view(position(seed, players, turns, **options), 2)
    deals, belief = every_deal(view), Belief(view)
    for (one, first), (two, second) in product([(1, "wolf"), (4, "sheep"), (0, "dog")], [(3, "hunter"), (0, "sheep")]):
        given = belief.pointed(first, str(one)) + belief.pointed(second, str(two))
        expected = 0.0
        for hands, odds in deals:
            cast = {seat: character(hand) for seat, hand in hands.items()}
            right = [
                who not in cast.values() if seat == int(NOBODY) else cast[seat] == who
                for seat, who in ((one, first), (two, second))
            ]
            expected += odds * all(right)
        assert belief.chance(*given) == pytest.approx(expected)


def test_a_spectator_counts_all_cards() -> None:
    state = position(11, 5, 4, cards=(6, 1, 0, 1, 0, 1, 1))
    view = GAME.view(state, None)
    deals, belief = every_deal(view), Belief(view)
    for seat in range(1, 6):
        wolf = sum(odds for hands, odds in deals if character(hands[seat]) == "wolf")
        assert belief.plays(seat, "wolf") == pytest.approx(wolf)


def test_before_anything_is_said_only_the_own_cards_count() -> None:
    belief = Belief(GAME.view(table(*FIVE), 4))
    assert belief.plays(4, "sheep") == 1
    assert belief.plays(1, "wolf") == belief.plays(2, "wolf") == pytest.approx(1 / 4)
    assert belief.chance(*belief.nobody("wolf")) == 0


# -- what announcements say ---------------------------------------------------------------------


def test_a_false_announcement_about_my_own_cards_unmasks_the_boy() -> None:
    view = GAME.view(played(table(*FIVE, start=2), "2 peek 4", "0 0"), 4)
    assert Belief(view).plays(2, "boy") == pytest.approx(1)


def test_an_announcement_about_my_own_cards_weighs_once_per_scenario() -> None:
    """I hold wolf and sheep. A boy would surely have said "wolf", anybody else with odds of one half."""
    before = table("wolf sheep", "hunter dog", *FIVE[2:4], "boy sheep", start=2)
    prior = Belief(GAME.view(before, 1)).plays(2, "boy")
    after = Belief(GAME.view(played(before, "2 peek 1", "0 0"), 1)).plays(2, "boy")
    assert after == pytest.approx(2 * prior / (2 * prior + (1 - prior)))


def test_whoever_says_anything_but_wolf_is_no_boy() -> None:
    view = GAME.view(played(table(*FIVE, start=3), "3 peek 4", "0 0"), 1)
    assert Belief(view).plays(3, "boy") == 0


def test_a_question_mark_says_nothing_about_who_announced_it() -> None:
    state = table(*FIVE, start=4)
    about_me = GAME.view(played(state, "4 peek 5", "0 0"), 5)
    assert Belief(about_me).plays(4, "boy") == pytest.approx(Belief(GAME.view(state, 5)).plays(4, "boy"))


def test_an_announced_wolf_is_a_wolf_unless_the_announcer_is_the_boy() -> None:
    view = GAME.view(played(table(*FIVE, start=3), "3 peek 1", "0 0"), 4)
    belief = Belief(view)
    wolf, boy = belief.plays(1, "wolf"), belief.plays(3, "boy")
    assert 0 < boy < 1
    assert wolf < 1
    assert belief.supposing((3, "boy", False)).plays(1, "wolf") == pytest.approx(1)


def test_without_shuffling_i_know_which_of_my_cards_was_seen() -> None:
    state = table("wolf sheep", *FIVE[1:], start=2, shuffle=False)
    lied = Belief(GAME.view(played(state, "2 peek 1R"), 1))
    assert lied.plays(2, "boy") == pytest.approx(1)


def test_a_card_i_peeked_at_is_in_that_hand() -> None:
    view = GAME.view(played(table(*FIVE), "1 peek 3", "0 1"), 1)
    assert all("dog/dog" in hand for hand in Belief(view).hands[3])


def test_eight_players_and_a_long_round_are_counted() -> None:
    view = GAME.view(position(5, 8, 40, advanced=True), 3)
    belief = Belief(view)
    for seat in range(1, 9):
        assert sum(belief.roles[seat].values()) == pytest.approx(1)
    wolves = sum(
        chance * sum(image(card) == "wolf" for card in hand)
        for odds in belief.hands.values()
        for hand, chance in odds.items()
    )
    assert wolves == pytest.approx(2)


# -- imagined worlds ----------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "players", "turns", "options"), CASES)
def test_an_imagined_world_looks_the_same(seed: int, players: int, turns: int, options: Any) -> None:
    state = position(seed, players, turns, **options)
    for seat in (None, *range(1, players + 1)):
        view = GAME.view(state, seat)
        for n in range(5):
            assert GAME.view(GAME.imagine(view, Random(n)), seat) == view


def test_imagined_worlds_come_as_often_as_they_are_likely() -> None:
    view = GAME.view(position(2, 5, 8, **FEW_KINDS), 1)
    deals, rng, draws = every_deal(view), Random(1), 1500
    drawn = Counter(tuple(map(character, GAME.imagine(view, rng).hands)) for _ in range(draws))
    expected: Counter[tuple[str, ...]] = Counter()
    for hands, odds in deals:
        expected[tuple(character(hands[seat]) for seat in range(1, 6))] += odds  # type: ignore[assignment]
    assert set(drawn) <= set(expected)
    for cast, odds in expected.items():
        assert abs(drawn[cast] - draws * odds) <= 5 * (draws * odds * (1 - odds)) ** 0.5 + 1


def test_imagined_question_cards_come_from_those_nobody_has_shown() -> None:
    state = position(10, 5, 12)
    view = GAME.view(state, 1)
    for n in range(20):
        world = GAME.imagine(view, Random(n))
        asked = [event.question for event in view.events if isinstance(event, Asked)]
        shown = Counter(asked) + Counter(q for pair in world.questions for q in pair)
        assert all(shown[q] <= n for q, n in (("dog", 3), ("hunter", 3), ("sheep", 2)))
        assert [len(pair) for pair in world.questions] == [len(pair) for pair in state.questions]
        assert world.questions[0] == state.questions[0]


def test_imagined_sealed_pointers_are_legal() -> None:
    state = played(turns(table(*FIVE)), "1 suspect 4 x", "2 suspect 1 4", "4 decline")
    for n in range(30):
        world = GAME.imagine(GAME.view(state, 3), Random(n))
        for seat in (1, 2, 4):
            wolf = character(world.hands[seat - 1]) == "wolf"
            pair = world.pointers[seat - 1]
            assert pair is not None
            assert str(seat) not in pair
            assert pair == ("x", "x") or ((pair[1] == "x") == wolf and pair[0] != "x")
            assert seat == 4 or pair != ("x", "x")
