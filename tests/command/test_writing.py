"""Letters: drawings stay as they are drawn, prose is broken, moves stand in columns."""

from __future__ import annotations

import re
from random import Random

import pytest

from figures import EXAMPLE_FIELD, EXAMPLE_SHEET
from games.mutton.positions import example
from sheepfold.command import writing
from sheepfold.core.contract.bot import random_move
from sheepfold.core.words.paragraphs import MAIL, Diagram, Glyph, Line, as_mail, paragraph
from sheepfold.games import game
from sheepfold.games.mutton import text
from sheepfold.play.terms import Written


def test_the_board_and_the_sheet_of_the_help_stand_in_a_letter_as_they_are() -> None:
    said = paragraph("Last: the Farmer thought about it for a long time. " * 3)
    letter = as_mail(writing.letter((text.field(example()),), text.tracking(example()), said))
    assert letter.startswith(f"{EXAMPLE_FIELD}\n\n{EXAMPLE_SHEET}\n\nLast: the Farmer")
    assert max(map(len, letter.split("\n"))) <= 72


def test_a_list_stays_a_list_where_a_line_of_it_is_too_long() -> None:
    long = "bob of the long valley behind the hills where the river is"
    kind, names = game("woolf"), {1: "ann", 2: long, 3: "cleo", 4: "d"}
    state = kind.start(kind.options.make({}), 4)
    dealt, _ = kind.apply(state, 0, random_move(kind, state, 0, Random(1)))
    letter = as_mail(kind.paragraphs(kind.view(dealt, 1), names))
    assert f"2 {long}: 0 points,\n    to move\n" in letter


def test_a_long_line_is_not_joined_with_the_next_one() -> None:
    """Lines of nearly the width of a letter were taken for prose that somebody had broken."""
    long = "Woolf!!, round 3 of 3 (basic set, cards shuffled before every peek, at most 2 turns)"
    assert as_mail(((Line(long), Line("Early suspicions: 1 of 2: Bob")),)) == (
        "Woolf!!, round 3 of 3 (basic set, cards shuffled before every peek, at\n    most 2 turns)\n"
        "Early suspicions: 1 of 2: Bob\n"
    )


WIDE = """\
      -9  -8  -7  -6  -5  -4  -3  -2  -1  0   1   2   3   4   5   6   7   8   9   10
   1  .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   S---D---W~  .

   0  .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   S!  .
                                                                              |
  -1  .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   D   ."""
PARTS = """\
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
"""


def test_a_diagram_that_is_too_wide_is_shown_in_parts_that_cut_nothing_in_two() -> None:
    rows = [tuple(Glyph(sign.start(), sign[0]) for sign in re.finditer(r"\S+", row)) for row in WIDE.split("\n")]
    assert as_mail(((Diagram(tuple(rows), margin=4),),)) == PARTS


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
        letter = as_mail(kind.paragraphs(kind.view(state, rng.choice((None, 1))), names))
        assert max(map(len, letter.split("\n"))) <= MAIL


def test_moves_stand_in_columns_and_hidden_ones_as_dots() -> None:
    played = [
        Written(1, 2, "sparse"),
        Written(2, 1, None),
        Written(3, 1, "K:L-a2,E-f4"),
        Written(4, 2, "G"),
        Written(None, 2, "swap"),
    ]
    assert (
        as_mail((writing.moves(played, {1: "ann", 2: "bob"}),))
        == """\
ann                                 bob
                                    1.  sparse
2.  ...
3.  K:L-a2,E-f4                     4.  G
                                        swap
"""
    )


def test_of_many_players_the_moves_are_a_list() -> None:
    names = {seat: f"player {seat}" for seat in range(1, 5)}
    played = [Written(1, 3, "peek 2"), Written(2, 4, None)]
    assert as_mail((writing.moves(played, names),)) == "Moves\n1.  player 3  peek 2\n2.  player 4  ...\n"


def test_a_long_move_is_broken_within_its_column() -> None:
    played = writing.moves([Written(1, 1, ",".join(["a1"] * 30))], {1: "ann", 2: "bob"})
    lines = as_mail((played,)).split("\n")
    assert all(len(line) <= 36 for line in lines[1:])
    assert "".join(lines[1:]).replace(" ", "") == "1." + ",".join(["a1"] * 30)
