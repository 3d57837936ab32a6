"""Letters: drawings stay as they are drawn, prose is broken, moves stand in columns."""

from __future__ import annotations

from random import Random

import pytest

from figures import EXAMPLE_FIELD, EXAMPLE_SHEET
from sheepfold.command import writing
from sheepfold.games import game
from sheepfold.play.terms import Written


def test_the_board_and_the_sheet_of_the_help_stand_in_a_letter_as_they_are() -> None:
    whole = f"{EXAMPLE_FIELD}\n\n{EXAMPLE_SHEET}\n\n{'Last: the Farmer thought about it for a long time. ' * 3}\n"
    letter = writing.letter(writing.fitted(whole))
    assert EXAMPLE_FIELD in letter
    assert EXAMPLE_SHEET in letter
    assert max(map(len, letter.split("\n"))) <= 72


def test_a_list_stays_a_list_where_a_line_of_it_is_too_long() -> None:
    long = "5 the empty chair (simulated: may be peeked at and suspected, but is never asked)"
    assert writing.fitted(f"1 ann: 0 points\n    tokens: wolf\n2 bob: 0 points\n{long}") == (
        "1 ann: 0 points\n    tokens: wolf\n2 bob: 0 points\n"
        "5 the empty chair (simulated: may be peeked at and suspected, but is\n    never asked)"
    )
    heading = "A long heading of which nobody has broken the lines yet, since it is one alone, and no prose at all"
    assert writing.fitted(f"{heading}\nScore: 0").endswith("\nScore: 0")
    prose = "This was broken by somebody who had room for some seventy-eight characters in\na line, and goes on."
    assert writing.fitted(prose) == writing.paragraph(prose.replace("\n", " "))


WIDE = """\
Before it.

      -9  -8  -7  -6  -5  -4  -3  -2  -1  0   1   2   3   4   5   6   7   8   9   10
   1  .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   S---D---W~  .

   0  .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   S!  .
                                                                              |
  -1  .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   D   .

After it."""
PARTS = """\
Before it.

      -9  -8  -7  -6  -5  -4  -3  -2  -1  0   1   2   3   4   5   6   7
   1  .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .

   0  .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .

  -1  .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .

Further to the right:

     7   8   9   10
   1 S---D---W~  .

   0 .   .   S!  .
             |
  -1 .   .   D   .

After it."""


def test_a_drawing_that_is_too_wide_is_shown_in_parts_that_cut_nothing_in_two() -> None:
    assert writing.fitted(WIDE) == PARTS
    assert writing.fitted(EXAMPLE_FIELD) == EXAMPLE_FIELD


@pytest.mark.parametrize(("name", "seats"), [("fold", 2), ("dogs", 2), ("mutton", 2), ("woolf", 8)])
def test_a_letter_is_never_wider_than_a_mail(name: str, seats: int) -> None:
    kind, rng = game(name), Random(1)
    names = {seat: f"player{seat}" for seat in range(1, seats + 1)}
    state = kind.start(kind.options.make({}), seats)
    while to_move := sorted(kind.to_move(state)):
        seat, move = rng.choice(to_move), tuple[str, ...]()
        while not kind.complete(state, seat, move):
            move = (*move, rng.choice(list(kind.parts(state, seat, move))))
        state, _ = kind.apply(state, seat, move)
        letter = writing.fitted(kind.text(kind.view(state, rng.choice((None, 1))), names))
        assert max(map(len, letter.split("\n"))) <= writing.WIDTH


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
