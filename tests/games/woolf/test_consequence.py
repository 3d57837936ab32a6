"""What a peek, a question or a suspicion of Woolf!! would come to: by the rules alone, and with aids by the belief."""

from __future__ import annotations

import re
from random import Random

import pytest

from games.woolf.setting import FIVE, played, table
from sheepfold.core.contract.bot import random_move
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.board import TARGETS, answer, character, image
from sheepfold.games.woolf.score import pointer_right
from sheepfold.games.woolf.state import State
from sheepfold.games.woolf.terms import Options
from sheepfold.games.woolf.text import WORDS

WORLDS = 300


def told(state: State, seat: int, *move: str, aids: bool = False) -> str:
    found = GAME.consequence(GAME.view(state, seat), move, aids=aids)
    assert found is not None
    return found.text


def percent(words: str) -> int:
    found = re.search(r"(\d+) %", words)
    assert found is not None, words
    return int(found[1])


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (("ask", "2", "dog"), "Yes: one of the cards is a hunting dog. (no: neither is)"),
        (("ask", "2", "wolf-hunter-boy"), "Yes: hunter, shepherd boy or wolf. (no: sheep or hunting dog)"),
        (("peek", "2"), "You see the whole card. (everybody hears what it looks like)"),
        (("suspect", "2", "0"), "Both pointers must be right. (right: +2; wrong: a red error token)"),
    ],
)
def test_without_aids_it_says_what_the_rules_say(move: tuple[str, ...], words: str) -> None:
    assert told(table(*FIVE, start=3), 3, *move) == words


def test_a_shepherd_boy_is_told_what_he_would_cry_and_a_wolf_of_one_pointer() -> None:
    state = table(*FIVE)
    assert 'you cry "wolf"' in told(state, 2, "peek", "1")
    assert told(state, 1, "suspect", "4", "x").startswith("Your pointer must be right.")


def test_with_aids_an_answer_rules_out_whom_the_seat_cannot_play() -> None:
    """The viewer holds the only wolf."""
    state = table(*FIVE, questions={1: ("wolf-hunter-boy", "hunter")})
    plain, aided = (told(state, 1, "ask", "3", "wolf-hunter-boy", aids=aids) for aids in (False, True))
    assert "wolf" in plain
    assert "wolf" not in aided, "nobody else can play the wolf"
    assert 0 < percent(aided) < 100


def test_the_figures_are_those_of_the_worlds_that_look_the_same() -> None:
    state = played(table(*FIVE, start=3), "3 peek 1", "0 0", "4 peek 2", "0 1", "5 ask 4 sheep-hunter-boy")
    rng, view = Random(7), GAME.view(state, 3)
    worlds = [GAME.imagine(view, rng) for _ in range(WORLDS)]
    characters = [[character(hand) for hand in world.hands] for world in worlds]
    targets = TARGETS[character(view.hand or ("", ""))]

    def share(hits: list[bool]) -> float:
        return 100 * sum(hits) / WORLDS

    asked = percent(told(state, 3, "ask", "5", "hunter", aids=True))
    assert asked == pytest.approx(share([answer(world.hands[4], "hunter") for world in worlds]), abs=8)
    for pointers in (("1", "5"), ("1", "0"), ("2", "4")):
        right = [all(pointer_right(who, *pair) for pair in zip(targets, pointers, strict=True)) for who in characters]
        shown = percent(told(state, 3, "suspect", *pointers, aids=True).rpartition("right with")[2])
        assert shown == pytest.approx(share(right), abs=8)
    peeked = told(state, 3, "peek", "4", aids=True)
    word = peeked.partition("most likely a ")[2].partition(":")[0]
    held = [WORDS[image(card)] == word for world in worlds for card in world.hands[3]]
    assert percent(peeked) == pytest.approx(100 * sum(held) / len(held), abs=8)


def test_odds_are_told_with_aids_alone_and_every_move_of_a_game_can_be_foretold() -> None:
    rng, state, foretold = Random(3), GAME.start(Options(turn_limit=3), 4), 0
    while waiting := GAME.to_move(state):
        seat = min(waiting)
        move = random_move(GAME, state, seat, rng)
        if seat and move[0] in ("peek", "ask", "suspect"):
            assert "%" not in told(state, seat, *move)
            assert 0 <= percent(told(state, seat, *move, aids=True)) <= 100
            foretold += 1
        state, _ = GAME.apply(state, seat, move)
    assert foretold > 20
