"""Moves as text, and every way of writing one wrong."""

from __future__ import annotations

from random import Random

import pytest

from games.wolf_in_the_fold.positions import played
from sheepfold.core.contract import NATURE
from sheepfold.core.errors import Ambiguous, IllegalNow, Malformed, MoveError
from sheepfold.games.wolf_in_the_fold import GAME


@pytest.mark.parametrize(
    ("kind", "text", "move"),
    [
        ("sheep", "1,-1", ("1,-1",)),
        ("sheep", " ( 1 , -1 ) ", ("1,-1",)),
        ("sheep", "1,\u22121", ("1,-1",)),
        ("wolf", "2,0", ("2,0",)),
        ("straight", "0,1/2", ("0,1", "/2")),
        ("tri", "0 , 1 / 1", ("0,1", "/1")),
        ("star", "0,1/0", ("0,1", "/0")),
        ("star", "0,1", ("0,1", "/0")),
    ],
)
def test_a_tile_is_written_as_its_cell_and_a_fence_with_its_turn(kind: str, text: str, move: tuple[str, ...]) -> None:
    state = played("sheep", "sheep 1,0", kind)
    assert GAME.read(state, 1, text) == move
    assert GAME.read(state, 1, GAME.write(state, 1, move)) == move


def test_a_draw_is_written_as_the_kind() -> None:
    state = played("sheep")
    assert GAME.read(state, NATURE, " Black ") == ("black",)
    assert GAME.write(state, NATURE, ("black",)) == "black"
    with pytest.raises(Malformed, match="there are sheep, lambs"):
        GAME.read(state, NATURE, "goat")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        ",",
        "1",
        "1,",
        "a,b",
        "1,0/",
        "1,0/x",
        "1,0/10",
        "1,0,0",
        "\u0661,0",
        "1" * 5000 + ",0",
        "\x00",
        "1.0,0",
    ],
)
def test_what_is_no_move_is_malformed(text: str) -> None:
    with pytest.raises(Malformed) as error:
        GAME.read(played("sheep", "tri"), 1, text)
    assert len(str(error.value)) < 200


def test_a_fence_without_its_turn_is_ambiguous() -> None:
    with pytest.raises(Ambiguous, match="write 1,0/0 or 1,0/1 or 1,0/2"):
        GAME.read(played("sheep", "straight"), 1, "1,0")


@pytest.mark.parametrize(
    ("kind", "text", "why"),
    [
        ("sheep", "0,0", "0,0 is taken by a sheep"),
        ("sheep", "5,5", "touches nothing"),
        ("tri", "2,0/2", "with its turn: 2,0/0 or 2,0/1"),
        ("sheep", "2,0/0", "is written without a turn: 2,0"),
        ("wolf", "-2,0", "herd that no wolf touches yet"),
    ],
)
def test_an_illegal_move_is_explained(kind: str, text: str, why: str) -> None:
    with pytest.raises(IllegalNow, match=why):
        GAME.read(played("sheep", "sheep 1,0", "tri -1,0/0", kind), 1, text)


def test_a_move_out_of_turn_is_refused() -> None:
    with pytest.raises(IllegalNow, match="not your turn"):
        GAME.read(played("sheep", "sheep", seats=2), 2, "1,0")


def test_random_lays_the_tile_anywhere_it_may_go_but_not_in_a_record() -> None:
    state = played("sheep", "tri")
    move = GAME.read(state, 1, "random", Random(1))
    GAME.apply(state, 1, move)
    with pytest.raises(MoveError):
        GAME.read(state, 1, "random")


def test_the_help_names_every_form() -> None:
    assert all(form in GAME.help() for form in ("q,r", "q,r/turn", "random"))
