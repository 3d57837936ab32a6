"""Moves as people type them, and every refusal as the sentence they read."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.sheep_dogs_wolves.drawing import ROUND
from sheepfold.core.errors import Ambiguous, IllegalNow, Malformed, MoveError
from sheepfold.games.sheep_dogs_wolves import GAME, rules
from sheepfold.games.sheep_dogs_wolves.terms import SHEEP, WOLF, Options, part_of, tile_of

START = rules.begin(Options(), None)


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("0,-3N", "0,-3N"),
        (" 0 , -3 n ", "0,-3N"),
        ("+1,1e", "1,1E"),
        ("+1, -1 e", "1,-1E"),
        ("-0,1N", "0,1N"),
        ("00,01N", "0,1N"),
        ("(0, -1) S", "0,-1S"),
        ("0,\N{MINUS SIGN}1 south", "0,-1S"),
        ("0;1 North", "0,1N"),
        ("- 1, 1, W", "-1,1W"),
    ],
)
def test_sloppy_input_is_taken_where_plain_and_recorded_canonical(typed: str, canonical: str) -> None:
    move = ROUND.read(START, SHEEP, typed)
    assert ROUND.write(START, SHEEP, move) == canonical


def test_a_missing_direction_is_filled_in_where_only_one_fits() -> None:
    assert ROUND.read(START, SHEEP, "4,0") == ("4,0W",)


def test_a_missing_direction_that_matters_is_asked_for_by_name() -> None:
    with pytest.raises(Ambiguous, match=r"^Which way shall the tile at 0,1 point\? It could be 0,1E, 0,1N or 0,1W\.$"):
        ROUND.read(START, SHEEP, "0,1")


@pytest.mark.parametrize(
    ("typed", "kind", "sentence"),
    [
        ("0,0N", IllegalNow, "0,0N would lie on another tile at 0,0. Lay it on empty ground."),
        ("9,9N", IllegalNow, "9,9N touches nothing. Lay it edge to edge with another."),
        ("9,9", IllegalNow, "No tile fits with its sheep at 9,9. Lay it on empty ground, edge to edge with another."),
        ("999999999,0E", IllegalNow, "That is far out and touches nothing. Lay it edge to edge with another."),
        ("hello", Malformed, "'hello' is not a tile. Write the sheep's cell and the way to its wolf, such as 0,-3N."),
        ("", Malformed, "'' is not a tile. Write the sheep's cell and the way to its wolf, such as 0,-3N."),
    ],
)  # fmt: skip
def test_refusals_say_what_was_wrong_and_what_would_be_right(typed: str, kind: type[MoveError], sentence: str) -> None:
    with pytest.raises(kind) as refused:
        ROUND.read(START, SHEEP, typed)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "typed", ["0,-3X", "0 -3 N", "٣,1E", "1,1E 2,2E", "pass", "bid 3", "1,1E" * 1000, "\0", "--1,0E"]
)
def test_nonsense_is_malformed_and_quoted_short(typed: str) -> None:
    with pytest.raises(Malformed) as refused:
        ROUND.read(START, SHEEP, typed)
    assert len(str(refused.value)) < 150


def test_out_of_turn_is_said_plainly() -> None:
    with pytest.raises(IllegalNow, match=r"^It is not your turn\.$"):
        ROUND.read(START, WOLF, "0,1N")


def test_every_legal_part_is_read_back_and_written_as_it_is() -> None:
    for part in ROUND.parts(START, SHEEP, ()):
        assert ROUND.read(START, SHEEP, part) == (part,)
        tile = tile_of(part)
        assert tile is not None
        assert part_of(tile) == part


def test_bids_are_read_by_the_duel() -> None:
    state = GAME.start(Options(mode="bid"), 2)
    assert GAME.read(state, 1, " BID 12 ") == ("bid 12",)
    assert GAME.read(state, 1, "12") == ("bid 12",)


@given(
    st.text(max_size=60) | st.from_regex(r"[(]?[+-]?[0-9]{1,4} ?, ?[+-]?[0-9]{1,4}[)]? ?[nNeEsSwW]?", fullmatch=True)
)
def test_any_text_is_a_legal_move_or_a_friendly_refusal(text: str) -> None:
    with suppress(MoveError):
        assert ROUND.read(START, SHEEP, text)[0] in ROUND.parts(START, SHEEP, ())
