"""Text to move and back: the written forms, what is forgiven, what is refused and how."""

from __future__ import annotations

from random import Random

import pytest

from games.woolf.setting import FIVE, played, table, turns
from sheepfold.core.contract import NATURE, Move
from sheepfold.core.errors import Ambiguous, IllegalNow, Malformed, MoveError
from sheepfold.core.records import chance
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.state import State


def all_questions(seat: int, **options: bool) -> State:
    """Everybody has had a turn; the seat holds the two questions that name one image, or all if asked for."""
    return turns(table(*FIVE, start=seat, questions={seat: ("dog", "wolf-hunter-boy")}, **options))


@pytest.mark.parametrize(
    ("seat", "text", "move"),
    [
        (3, "peek 4", ("peek", "4")),
        (3, "ask 4 dog", ("ask", "4", "dog")),
        (3, "ask 4 wolf-hunter-boy", ("ask", "4", "wolf-hunter-boy")),
        (3, "suspect 4 0", ("suspect", "4", "0")),
        (1, "suspect 4 x", ("suspect", "4", "x")),
    ],
)
def test_the_written_forms(seat: int, text: str, move: Move) -> None:
    state = all_questions(seat)
    assert GAME.read(state, seat, text) == move
    assert GAME.write(state, seat, move) == text


def test_left_and_right_are_written_behind_the_number() -> None:
    state = all_questions(3, shuffle=False)
    assert GAME.read(state, 3, "peek 4L") == ("peek", "4", "L")
    assert GAME.write(state, 3, ("peek", "4", "R")) == "peek 4R"
    assert GAME.read(state, 5, "swap") == ("swap",)


def test_decline_is_written_as_one_word() -> None:
    state = played(turns(table(*FIVE)), "1 suspect 4 x", "2 suspect 1 4")
    assert GAME.read(state, 4, "Decline") == ("decline",)
    assert GAME.read(state, 4, " pass ") == ("decline",)


@pytest.mark.parametrize(
    ("sloppy", "written"),
    [
        ("  PEEK   4 ", "peek 4"),
        ("peek #4", "peek 4"),
        ("look at 4", "peek 4"),
        ("peek 04", "peek 4"),
        ("Ask 4, hunting dog?", "ask 4 dog"),
        ("ask 4 boy hunter wolf", "ask 4 wolf-hunter-boy"),
        ("ask 4 wolf, hunter or shepherd boy?", "ask 4 wolf-hunter-boy"),
        ("ask 4 WOLF/HUNTER/BOY", "ask 4 wolf-hunter-boy"),
        ("suspect 4, nobody", "suspect 4 0"),
        ("suspect 4 and 0", "suspect 4 0"),
        ("s 4 0", "suspect 4 0"),
    ],
)
def test_sloppy_writing_is_understood(sloppy: str, written: str) -> None:
    state = all_questions(3)
    assert GAME.write(state, 3, GAME.read(state, 3, sloppy)) == written


def test_a_wolf_may_leave_out_the_x() -> None:
    assert GAME.read(all_questions(1), 1, "suspect 4") == ("suspect", "4", "x")


@pytest.mark.parametrize("text", ["peek 4 left", "peek 4 l", "PEEK 4L", "peek 4LEFT"])
def test_sides_are_understood_in_words(text: str) -> None:
    assert GAME.read(all_questions(3, shuffle=False), 3, text) == ("peek", "4", "L")


def test_a_peek_without_a_side_is_ambiguous_where_cards_keep_their_places() -> None:
    with pytest.raises(Ambiguous, match="peek 4L or peek 4R"):
        GAME.read(all_questions(3, shuffle=False), 3, "peek 4")


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "hello", "peek", "peek x", "peek 4 top", "peek -1", "peek ٣", "ask", "ask 4", "ask dog", "ask 4 cat",
        "ask 4 wolf", "suspect", "suspect 4", "suspect 1 2 3", "suspect a b", "decline now", "swap 1", "9" * 500,
    ],
)  # fmt: skip
def test_what_is_no_move_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        GAME.read(all_questions(3), 3, text)


@pytest.mark.parametrize("text", ["peek 3", "peek 9", "peek 4L", "peek 0", "suspect 3 4", "suspect 4 x", "suspect 9 0"])
def test_what_is_a_move_but_not_here_is_illegal(text: str) -> None:
    with pytest.raises(IllegalNow):
        GAME.read(all_questions(3), 3, text)


def test_a_wrong_question_names_those_there_are() -> None:
    with pytest.raises(Malformed, match="wolf-hunter-boy, sheep-hunter-boy, dog, hunter or sheep"):
        GAME.read(all_questions(3), 3, "ask 4 boy")


@pytest.mark.parametrize("players", range(4, 9))
def test_a_deal_is_one_readable_move_that_reads_back(players: int) -> None:
    state = GAME.start(GAME.options(advanced=players % 2 == 0), players)
    move = chance.draw(GAME, state, bytes(32), 0)
    text = GAME.write(state, NATURE, move)
    assert text.startswith(f"deal 1={move[0]},{move[1]} 2={move[2]},{move[3]} ")
    assert text.endswith(f"start {move[-1]}")
    assert GAME.read(state, NATURE, f" {text.upper()} ") == move


@pytest.mark.parametrize(
    "text",
    [
        "", "0", "deal", "deal 1=sheep/sheep,dog/? ask 1=dog,dog", "deal ask start", "random",
        "deal 2=sheep/sheep,dog/? ask 1=dog,dog start 3", "deal 1=cat/cat,dog/? ask 1=dog,dog start 1", "deal " * 900,
    ],
)  # fmt: skip
def test_a_wrong_deal_is_refused_in_words(text: str) -> None:
    with pytest.raises(MoveError):
        GAME.read(GAME.start(GAME.options(), 5), NATURE, text)


def test_which_card_a_peek_sees_is_0_or_1() -> None:
    state = played(table(*FIVE), "1 peek 2")
    assert [GAME.write(state, NATURE, GAME.read(state, NATURE, text)) for text in ("0", "1")] == ["0", "1"]
    with pytest.raises(Malformed):
        GAME.read(state, NATURE, "2")


def test_random_is_a_legal_move_where_there_is_luck_and_no_move_in_a_record() -> None:
    state = all_questions(3)
    for n in range(20):
        GAME.apply(state, 3, GAME.read(state, 3, "random", Random(n)))
    with pytest.raises(Malformed):
        GAME.read(state, 3, "random")
    with pytest.raises(Malformed):
        GAME.read(state, 4, "random", Random(1))


def test_help_shows_every_form() -> None:
    for word in ("peek 3L", "ask 3 wolf-hunter-boy", "ask 3 dog", "suspect 4 0", "suspect 4 x", "decline", "swap"):
        assert word in GAME.help()
