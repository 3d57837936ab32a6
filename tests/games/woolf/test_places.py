"""What the page's table of people is drawn from: what lies before everybody, your hand, a round turned up; and how
little of it is sent."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import msgspec
import pytest

from games.woolf.setting import FIVE, played, table, turns
from sheepfold.core.contract import Seat
from sheepfold.core.contract.bot import random_move
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.board import CHARACTERS
from sheepfold.games.woolf.face import FACE
from sheepfold.games.woolf.state import State
from sheepfold.games.woolf.terms import OVER

NAMES = {n: f"Name {n}" for n in range(1, 9)}
LONG = 5
"""How many turns everybody has in a long round."""
MOST = 2500
"""Bytes of what a page is sent of the game itself at one move, events and choices not counted."""


def stage(state: State, seat: Seat | None) -> dict[str, object]:
    return dict(FACE.stage(GAME.view(state, seat), None, NAMES))


def test_clues_and_answers_lie_before_whom_they_are_about() -> None:
    state = table(*FIVE, questions={3: ("dog", "dog")}, start=2)
    state = played(state, "2 peek 4", "0 0", "3 ask 2 dog")
    assert stage(state, 1)["clues"] == [[2, 4, "wolf"]]
    assert stage(state, 1)["asked"] == [[3, 2, "dog", False]]


def test_only_who_peeked_is_sent_the_card() -> None:
    for shuffle, peek in ((True, ("2 peek 4", "0 0")), (False, ("2 peek 4L",))):
        state = played(table(*FIVE, start=2, shuffle=shuffle), *peek)
        assert stage(state, 2)["clues"] == [[2, 4, "wolf", "sheep/sheep"]]
        assert all(stage(state, seat)["clues"] == [[2, 4, "wolf"]] for seat in (None, 1, 3, 4, 5))


def test_who_is_awaited_out_or_sealed_is_told() -> None:
    state = turns(table(*FIVE))
    assert [stage(state, 3)[name] for name in ("turn", "out", "sealed")] == [[1], [], []]
    state = played(state, "1 suspect 4 x")
    assert [stage(state, 3)[name] for name in ("turn", "out", "sealed")] == [[2], [1], [1]]
    state = played(state, "2 suspect 1 3", "5 decline")
    assert [stage(state, 3)[name] for name in ("turn", "out", "sealed")] == [(3, 4), [1, 2], [1, 2, 5]]


def test_your_hand_is_sent_to_you_alone() -> None:
    state = table(*FIVE, questions={2: ("dog", "sheep")})
    assert stage(state, 2)["hand"] == {
        "cards": ("boy/?", "sheep/sheep"), "who": "boy", "questions": ("dog", "sheep"), "pointers": None,
    }  # fmt: skip
    assert "hand" not in stage(state, None)


def test_everybodys_cards_lie_open_with_the_suspicions_that_were_sealed() -> None:
    state = played(turns(table(*FIVE)), "1 suspect 4 x", "2 suspect 1 3")
    shown = FACE.stage(GAME.view(state, 2), GAME.opened(state, 5), NAMES)
    assert [each["who"] for each in shown["open"]] == ["wolf", "boy", "hunter", "sheep", "hunter"]
    assert shown["open"][1]["cards"] == ("boy/?", "sheep/sheep")
    assert [each.get("early", False) for each in shown["open"]] == [True, True, False, False, False]
    assert [each.get("aims") for each in shown["open"]] == [
        [("sheep", 4, True)], [("wolf", 1, True), ("sheep", 3, False)], None, None, None,
    ]  # fmt: skip
    assert shown["turn"] == []
    assert "hand" not in shown


def test_nothing_is_scored_in_a_round_that_was_left() -> None:
    state = played(turns(table(*FIVE)), "1 suspect 4 x")
    shown = FACE.stage(GAME.view(state, None), GAME.opened(state, 5), NAMES)["open"]
    assert not any("points" in each or "error" in each for each in shown)


def test_a_round_that_is_over_is_turned_up_with_what_it_brought() -> None:
    before = turns(table(*FIVE))
    assert FACE.past(GAME.view(before, 1), NAMES) is None
    state = played(before, "1 suspect 4 x", "2 suspect 1 3", "3 suspect 4 0", "4 decline", "5 decline")
    past = FACE.past(GAME.view(state, 4), NAMES)
    assert past is not None
    assert past["round"] == 1
    assert [(each["points"], each["error"], each["early"]) for each in past["open"]] == [
        (2, "", True), (0, "red", True), (0, "black", False), (0, "", False), (0, "", False),
    ]  # fmt: skip
    assert past["open"][3]["aims"] == []


def test_at_the_end_the_cards_lie_open_and_nobody_is_awaited() -> None:
    state = played(turns(table(*FIVE)), "1 suspect 4 x", "2 suspect 1 3", "3 decline", "4 decline", "5 decline")
    over = replace(state, phase=OVER, round=3)
    shown = stage(over, 1)
    assert shown["turn"] == []
    assert len(shown["open"]) == 5  # type: ignore[arg-type]
    assert "hand" not in shown


def test_what_is_certain_comes_as_a_letter_for_every_seat_and_character() -> None:
    page = FACE.page(GAME.view(table(*FIVE), 1), NAMES)
    assert len(page["certain"]) == 5
    assert dict(zip(CHARACTERS, page["certain"][0], strict=True)) == {
        "sheep": "c", "dog": "x", "hunter": "x", "boy": "x", "wolf": "c",
    }  # fmt: skip
    assert "certain" not in FACE.page(GAME.view(table(*FIVE), None), NAMES)


@pytest.mark.parametrize("players", GAME.seats)
def test_what_a_page_is_sent_at_a_move_stays_small(players: int) -> None:
    state, rng = GAME.start(GAME.options(), players), Random(players)
    while sum(event.by != 0 for event in state.events) < LONG * players:
        seat = min(GAME.to_move(state))
        move = random_move(GAME, state, seat, rng)
        if move[0] != "suspect":
            state, _ = GAME.apply(state, seat, move)
    for seat in (None, 1, players):
        view = GAME.view(state, seat)
        sent = msgspec.json.encode([FACE.stage(view, None, NAMES), FACE.page(view, NAMES)])
        assert len(sent) < MOST
        again = msgspec.json.encode([FACE.stage(replace(view), None, {}), FACE.page(replace(view), {})])
        assert sent == again, "a function of the view: names are known by seat"


def test_what_stays_for_the_game_is_the_same_for_everybody() -> None:
    state = table(*FIVE)
    later = turns(state)
    assert all(FACE.once(GAME.view(now, seat)) == FACE.once(GAME.view(state, 1)) for now in (state, later)
               for seat in (None, 1, 4))  # fmt: skip
