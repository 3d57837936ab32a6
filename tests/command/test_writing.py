"""Letters: drawings stay as they are drawn, prose is broken, moves stand in columns."""

from __future__ import annotations

from figures import EXAMPLE_FIELD, EXAMPLE_SHEET
from sheepfold.command import writing
from sheepfold.play.terms import Written


def test_the_board_and_the_sheet_of_the_help_stand_in_a_letter_as_they_are() -> None:
    whole = f"{EXAMPLE_FIELD}\n\n{EXAMPLE_SHEET}\n\n{'Last: the Farmer thought about it for a long time. ' * 3}\n"
    letter = writing.letter(writing.fitted(whole))
    assert EXAMPLE_FIELD in letter
    assert EXAMPLE_SHEET in letter
    assert max(map(len, letter.split("\n"))) <= 72


def test_moves_stand_in_columns_and_hidden_ones_as_dots() -> None:
    played = [
        Written(1, 2, "sparse"),
        Written(2, 1, None),
        Written(3, 1, "K:L-a2,E-f4"),
        Written(4, 2, "G"),
        Written(None, 2, "swap"),
    ]
    assert (
        writing.moves(played, {1: "ann", 2: "bob"})
        == """\
ann                                 bob
                                    1.  sparse
2.  ...
3.  K:L-a2,E-f4                     4.  G
                                        swap"""
    )


def test_of_many_players_the_moves_are_a_list() -> None:
    names = {seat: f"player {seat}" for seat in range(1, 5)}
    played = [Written(1, 3, "peek 2"), Written(2, 4, None)]
    assert writing.moves(played, names) == "Moves\n1.  player 3  peek 2\n2.  player 4  ..."


def test_a_long_move_is_broken_within_its_column() -> None:
    lines = writing.moves([Written(1, 1, ",".join(["a1"] * 30))], {1: "ann", 2: "bob"}).split("\n")
    assert all(len(line) <= 36 for line in lines[1:])
    assert "".join(lines[1:]).replace(" ", "") == "1." + ",".join(["a1"] * 30)
