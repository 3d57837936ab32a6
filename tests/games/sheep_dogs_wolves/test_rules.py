"""Turns, placement, options and endings, named after the rules they check."""

from __future__ import annotations

from random import Random

import pytest

from games.sheep_dogs_wolves.drawing import ROUND, ahead, neighbours
from sheepfold.core.contract import Outcome
from sheepfold.core.contract.bot import random_move
from sheepfold.core.errors import IllegalNow, OptionError
from sheepfold.core.scores import Scores
from sheepfold.games.sheep_dogs_wolves import GAME, board, rules
from sheepfold.games.sheep_dogs_wolves.state import State
from sheepfold.games.sheep_dogs_wolves.terms import SHEEP, WOLF, Counted, Laid, Options, tile_of

START = rules.begin(Options(), None)


def laid(*parts: str, tiles: int = 23) -> State:
    """The state after these tiles, laid in turn."""
    state = rules.begin(Options(tiles=tiles), None)
    for part in parts:
        role = rules.turn(state)
        assert role is not None
        state, _ = ROUND.apply(state, role, (part,))
    return state


def naive_parts(state: State) -> set[str]:
    """Every legal tile by trying all places near the field."""
    taken = {board.place_of(cell) for cell in state.taken}
    xs, ys = [x for x, _ in taken], [y for _, y in taken]
    found = set()
    for x in range(min(xs) - 3, max(xs) + 4):
        for y in range(min(ys) - 3, max(ys) + 4):
            for way in "ENWS":
                cells = {ahead((x, y), way, n) for n in range(3)}
                if not cells & taken and any(other in taken for cell in cells for other in neighbours(cell)):
                    found.add(f"{x},{y}{way}")
    return found


# -- options -----------------------------------------------------------------------------------


def test_a_game_has_23_tiles_and_is_a_duel_unless_told_otherwise() -> None:
    assert Options.read([]) == Options(tiles=23, mode="duel")


@pytest.mark.parametrize("tiles", [3, 5, 23, 69])
def test_any_odd_number_of_tiles_from_3_to_69_will_do(tiles: int) -> None:
    assert Options.make({"tiles": tiles}).tiles == tiles


@pytest.mark.parametrize("tiles", [4, 22, 68])
def test_an_even_number_of_tiles_is_refused(tiles: int) -> None:
    with pytest.raises(OptionError, match=f"tiles={tiles}: choose an odd number"):
        Options.make({"tiles": tiles})


@pytest.mark.parametrize("tiles", [1, 0, -3, 71, "many"])
def test_numbers_of_tiles_out_of_range_are_refused(tiles: object) -> None:
    with pytest.raises(OptionError, match="from 3 to 69"):
        Options.make({"tiles": tiles})


# -- turns -------------------------------------------------------------------------------------


def test_one_tile_starts_on_the_table_with_its_dog_at_the_origin() -> None:
    assert START.tiles == (tile_of("-1,0E"),)
    assert [board.place_of(cell) for cell in board.cells_of(START.tiles[0])] == [(-1, 0), (0, 0), (1, 0)]


def test_the_sheep_lays_first_and_both_lay_in_turn() -> None:
    state = START
    assert rules.turn(state) == SHEEP
    state, told = ROUND.apply(state, SHEEP, ("0,-3N",))
    assert rules.turn(state) == WOLF
    assert [t.fact for t in told] == [Laid(SHEEP, "0,-3N")]


@pytest.mark.parametrize("tiles", [3, 9])
def test_both_lay_equally_many(tiles: int) -> None:
    state, layers = rules.begin(Options(tiles=tiles), None), []
    while (role := rules.turn(state)) is not None:
        layers.append(role)
        state, _ = ROUND.apply(state, role, (ROUND.parts(state, role, ())[0],))
    assert layers.count(SHEEP) == layers.count(WOLF) == (tiles - 1) // 2


def test_nobody_lays_out_of_turn() -> None:
    assert ROUND.parts(START, WOLF, ()) == ()
    with pytest.raises(IllegalNow, match="not your turn"):
        ROUND.apply(START, WOLF, ("0,-3N",))


def test_nobody_may_pass() -> None:
    assert "pass" not in ROUND.parts(START, SHEEP, ())
    for move in ((), ("pass",), ("0,1E", "0,2E")):
        with pytest.raises(IllegalNow, match="A move is one tile"):
            ROUND.apply(START, SHEEP, move)


def test_the_game_ends_when_all_tiles_are_laid() -> None:
    state = laid("0,-3N", "-2,2S", tiles=3)
    assert rules.turn(state) is None
    assert rules.outcome(state) == Outcome((), Scores({1: 2}), "laid")
    with pytest.raises(IllegalNow, match="All tiles are laid"):
        ROUND.apply(state, SHEEP, ("0,1E",))


def test_the_last_tile_is_followed_by_the_count() -> None:
    _, told = ROUND.apply(laid("0,-3N", tiles=3), WOLF, ("-2,2S",))
    assert [t.fact for t in told] == [Laid(WOLF, "-2,2S"), Counted(score=2, eaten=1, scared=1)]


# -- placement ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "dog", "wolf"),
    [
        ("2,0E", (3, 0), (4, 0)),
        ("0,1N", (0, 2), (0, 3)),
        ("-2,0W", (-3, 0), (-4, 0)),
        ("0,-1S", (0, -2), (0, -3)),
    ],
)
def test_a_tile_is_sheep_dog_wolf_in_a_row_turned_any_of_four_ways(
    part: str, dog: tuple[int, int], wolf: tuple[int, int]
) -> None:
    tile = laid(part).tiles[-1]
    assert [board.place_of(cell) for cell in board.cells_of(tile)][1:] == [dog, wolf]


def test_a_tile_may_not_overlap_another() -> None:
    with pytest.raises(IllegalNow, match=r"1,-1N would lie on another tile at 1,0\."):
        ROUND.apply(START, SHEEP, ("1,-1N",))


def test_a_tile_must_touch_another() -> None:
    with pytest.raises(IllegalNow, match=r"5,5N touches nothing\. Lay it edge to edge with another\."):
        ROUND.apply(START, SHEEP, ("5,5N",))


def test_corners_do_not_count_as_touching() -> None:
    with pytest.raises(IllegalNow, match="touches nothing"):
        ROUND.apply(START, SHEEP, ("2,1E",))


def test_one_shared_edge_is_enough() -> None:
    assert ROUND.apply(START, SHEEP, ("1,1E",))


def test_only_canonical_parts_are_parts() -> None:
    for part in ("+1,1E", "1, 1E", "01,1E", "-0,1E", "1,1e", "1,1", "٣,1E", "1,1E\n", "999,0E", "1,1E" * 9):
        with pytest.raises(IllegalNow):
            ROUND.apply(START, SHEEP, (part,))


@pytest.mark.parametrize("seed", range(5))
def test_the_choices_are_exactly_what_a_plain_search_finds_and_never_run_out(seed: int) -> None:
    rng, state = Random(seed), rules.begin(Options(tiles=31), None)
    while (role := rules.turn(state)) is not None:
        parts = ROUND.parts(state, role, ())
        assert parts
        assert len(parts) == len(set(parts))
        assert set(parts) == naive_parts(state)
        assert (state.taken, state.choices) == board.grown(state.tiles)
        state, _ = ROUND.apply(state, role, (rng.choice(parts),))


def test_the_field_is_unbounded_for_every_game_that_can_be_played() -> None:
    state = rules.begin(Options(tiles=69), None)
    while (role := rules.turn(state)) is not None:
        east = max(board.place_of(cell)[0] for cell in state.taken)
        state, _ = ROUND.apply(state, role, (f"{east + 1},0E",))
    assert rules.points(state) == 1  # every wolf but the last stands before the next tile's sheep


# -- the ways to play --------------------------------------------------------------------------


def play(options: Options, seed: int, bids: tuple[str, ...] = ()) -> tuple[list[int], Outcome]:
    """A random game: who moved at each ply, and how it ended."""
    rng, state, movers = Random(seed), GAME.start(options, 2), []
    while waiting := GAME.to_move(state):
        (seat,) = waiting
        move = (bids[len(movers)],) if len(movers) < len(bids) else random_move(GAME, state, seat, rng)
        state, _ = GAME.apply(state, seat, move)
        movers.append(seat)
    outcome = GAME.outcome(state)
    assert outcome is not None
    return movers, outcome


def test_a_duel_is_two_rounds_with_roles_swapped_and_seat_1_is_the_sheep_first() -> None:
    movers, outcome = play(Options(tiles=5), seed=1)
    assert movers == [1, 2, 1, 2, 2, 1, 2, 1]
    assert list(outcome.scores) == [1, 2]


def test_who_saved_more_as_sheep_wins_the_duel_and_equal_is_a_draw() -> None:
    seen = set()
    for seed in range(30):
        _, outcome = play(Options(tiles=5), seed)
        one, two = outcome.scores.values()
        expected = ((1, 2), "draw") if one == two else ((1 if one > two else 2,), "points")
        assert (outcome.winners, outcome.reason) == expected
        seen.add(outcome.reason)
    assert seen == {"draw", "points"}


def test_the_first_to_pass_plays_wolf_and_the_other_must_save_the_last_bid() -> None:
    seen = set()
    for seed in range(20):
        movers, outcome = play(Options(tiles=5, mode="bid"), seed, ("bid 1", "bid 3", "pass"))
        assert movers == [1, 2, 1, 2, 1, 2, 1]
        ((seat, points),) = outcome.scores.items()
        assert seat == 2
        assert (outcome.winners, outcome.reason) == (((2,), "reached") if points >= 3 else ((1,), "missed"))
        seen.add(outcome.reason)
    assert seen == {"reached", "missed"}


def test_bids_run_from_0_to_the_number_of_tiles_always_higher() -> None:
    state = GAME.start(Options(tiles=5, mode="bid"), 2)
    assert list(GAME.parts(state, 1, ())) == [f"bid {n}" for n in range(6)]
    state, _ = GAME.apply(state, 1, ("bid 4",))
    assert list(GAME.parts(state, 2, ())) == ["pass", "bid 5"]
    state, _ = GAME.apply(state, 2, ("bid 5",))
    assert list(GAME.parts(state, 1, ())) == ["pass"]


def test_seat_1_bids_first_and_the_first_announcement_must_be_a_number() -> None:
    state = GAME.start(Options(tiles=5, mode="bid"), 2)
    assert GAME.to_move(state) == {1}
    with pytest.raises(IllegalNow, match="from 0 to 5; the first bid must be a number"):
        GAME.read(state, 1, "pass")
    state, _ = GAME.apply(state, 1, ("bid 0",))
    assert GAME.role(GAME.view(GAME.apply(state, 2, ("pass",))[0], None), 1) == "Sheep"


def test_a_wolf_with_three_dogs_beside_it_is_scared_too() -> None:
    state = laid("0,1E", "0,-1E", tiles=3)
    assert rules.count(state).scared == 1


def test_a_single_round_keeps_seats_fixed_and_is_played_for_the_score() -> None:
    movers, outcome = play(Options(tiles=5, mode="single"), seed=1)
    assert movers == [1, 2, 1, 2]
    assert (outcome.winners, outcome.reason) == ((), "score")


def test_states_are_equal_and_hash_equal_when_the_same_tiles_were_laid() -> None:
    assert laid("0,-3N", "-2,2S") == laid("0,-3N", "-2,2S")
    assert hash(laid("0,-3N")) == hash(laid("0,-3N"))
    assert laid("0,-3N") != laid("0,1N")


def test_the_compass_runs_east_north_west_south() -> None:
    assert board.COMPASS == "ENWS"
    assert neighbours((2, -1)) == ((3, -1), (2, 0), (1, -1), (2, -2))
