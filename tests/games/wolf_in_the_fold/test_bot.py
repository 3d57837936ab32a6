"""The drover: its plans, its manners, its play."""

from __future__ import annotations

from random import Random

import pytest

from games.wolf_in_the_fold.golden import play
from games.wolf_in_the_fold.positions import play_on, played, ring, small_ring, with_bag
from sheepfold.core.contract import Move
from sheepfold.games.wolf_in_the_fold import GAME
from sheepfold.games.wolf_in_the_fold.board import (
    HEX_WAYS,
    LINES,
    NUMBER,
    START,
    TILES,
    cell_at,
    closed_at,
    grid_of,
    whole_tiles,
)
from sheepfold.games.wolf_in_the_fold.bot import BOTS, Drover, Habits, why_laid
from sheepfold.games.wolf_in_the_fold.plans import (
    CORNERS,
    STRAIGHTS,
    Hopes,
    Plan,
    best_plans,
    plans,
    promise,
)
from sheepfold.games.wolf_in_the_fold.score import closings, likely
from sheepfold.games.wolf_in_the_fold.state import State
from sheepfold.games.wolf_in_the_fold.terms import Options

HOPES = Hopes(TILES, {"sheep": 1, "lambs": 2}, seats=1, empty=0.1)

ROUND_ORIGIN = Plan(
    (START,), tuple((cell_at(*cell), 1 << (e + 2) % 6 | 1 << (e + 4) % 6) for e, cell in enumerate(HEX_WAYS))
)


def chosen(state: State) -> Move:
    return BOTS["drover"]().choose(GAME.view(state, state.seat), Random(1))


def test_every_shape_can_be_fenced_in() -> None:
    for plan in plans():
        inside = [START + step for step in plan.inside]
        laid = [(cell, NUMBER["sheep", 0]) for cell in inside]
        laid += ((START + step, _fence(need)) for step, need in plan.ring)
        grid = grid_of(laid)
        folds = {patches for step, _ in plan.ring for patches in closed_at(grid, START + step)}
        assert {cell for patches in folds for cell in whole_tiles(grid, patches)} == set(inside)


def _fence(need: int) -> int:
    """The humblest fence with these lines."""
    return next(face for face in NUMBER.values() if LINES[face] & need == need)


def test_a_ring_bends_by_tri_corners_and_turns_sharply_by_stars() -> None:
    found = {(len(shape.inside), len(shape.ring), _sharp(shape)) for shape in plans()}
    assert found >= {(1, 6, 0), (2, 8, 0), (7, 12, 0), (1, 7, 1), (1, 8, 2)}


def _sharp(shape: Plan) -> int:
    return sum(need not in STRAIGHTS | CORNERS for _, need in shape.ring)


def test_a_plan_promises_more_the_more_of_its_ring_stands() -> None:
    values = [promise(played("sheep", *small_ring()[:n]).grid, ROUND_ORIGIN, HOPES, ()) for n in range(6)]
    assert values == sorted(values)
    assert values[0] < values[-1]


def test_a_plan_promises_nothing_once_a_tile_is_in_its_way_or_its_sheep_are_hunted() -> None:
    assert promise(played("sheep", "lambs 1,0").grid, ROUND_ORIGIN, HOPES, ()) == 0
    assert promise(played("sheep").grid, ROUND_ORIGIN, HOPES, {START}) == 0
    short = Hopes({**TILES, "tri": 1, "star": 1}, HOPES.worth, 1, 0.1)
    assert promise(played("sheep").grid, ROUND_ORIGIN, short, ()) == 0


def test_the_best_plan_is_the_one_nearly_done() -> None:
    state = played("lambs", *small_ring()[:5])
    assert best_plans(state.grid, state.laid, HOPES, (), 1)[0].inside == (START,)


def test_the_drover_closes_a_fold_when_it_can() -> None:
    assert chosen(played("lambs", *small_ring()[:5], "tri")) == ("0,1", "/1")
    state = played(
        "sheep", "lambs 1,0", "sheep 1,-1", "sheep 0,-1", "lambs -1,0", "sheep -1,1", "sheep 0,1", *ring(2)[:-1]
    )
    assert "".join(chosen(play_on(state, "straight"))) == ring(2)[-1].split(" ")[1]


def test_the_drover_keeps_sheep_apart() -> None:
    q, r = map(int, chosen(played("lambs", "tri 1,0/0", "tri 2,0/1", "sheep"))[0].split(","))
    assert max(abs(q), abs(r), abs(q + r)) > 1


def test_the_drover_gives_the_wolf_the_poorest_herd() -> None:
    tiles = ("black", "sheep -1,0", "tri 1,0/0", "tri 2,0/0", "lambs 3,0", "lambs 4,0", "lambs 5,0", "wolf")
    state = played(*tiles, min_herd=1)
    assert int(chosen(state)[0].split(",")[0]) < 2


def test_the_drover_does_not_set_up_a_fold_for_the_next_player() -> None:
    start = ("black", *small_ring()[:4])
    state = with_bag(played(*start, mode="versus", seats=2), tri=8, sheep=2)
    assert chosen(play_on(state, "tri"))[0] not in ("-1,1", "0,1")


def test_what_the_next_player_can_close_is_known_by_kind() -> None:
    state = played("black", *small_ring()[:5], mode="versus", seats=2)
    grid = bytearray(state.grid)
    assert closings(grid, state.open, "versus", 2) == {"tri": 10, "star": 10}
    assert grid == state.grid
    assert closings(bytearray(played("black", *small_ring()[:4]).grid), state.open, "versus", 2) == {}
    assert likely({"tri": 10, "star": 10}, {"tri": 3, "star": 1, "sheep": 4}) == 5.0


def test_the_shepherd_leaves_no_last_fence_to_the_next_player_and_takes_their_chance_away() -> None:
    shepherd = BOTS["shepherd"]()
    begun = with_bag(played("black", *small_ring()[:4], mode="versus", seats=2), tri=8, sheep=2)
    laid = shepherd.choose(GAME.view(play_on(begun, "tri"), begun.seat), Random(1))
    assert laid[0] not in ("-1,1", "0,1"), "the fifth fence lets the other lay the sixth"
    open_ring = with_bag(played("black", *small_ring()[:5], mode="versus", seats=2), tri=8, shepherd=2, sheep=2)
    laid = shepherd.choose(GAME.view(play_on(open_ring, "sheep"), open_ring.seat), Random(1))
    assert laid == ("0,1",), "a sheep in the gap: the ring will never close"
    view = GAME.view(play_on(open_ring, "sheep"), open_ring.seat)
    assert why_laid(view, laid) == ("The sheep fills the gap: the next player could have closed a fold worth 10 there.")


def test_the_shepherd_closes_what_the_drover_leaves_open() -> None:
    state = played("black", *small_ring()[:5], "tri", mode="versus", seats=2)
    assert BOTS["shepherd"]().choose(GAME.view(state, state.seat), Random(1)) == ("0,1", "/1")


@pytest.mark.parametrize(("options", "seats"), [(Options("together", 1), 2), (Options("versus", 2), 2)])
def test_the_drover_plays_whole_games(options: Options, seats: int) -> None:
    assert play(1, options, (Drover(),) * seats).outcome is not None


@pytest.mark.parametrize("name", BOTS)
def test_every_level_shows_what_it_weighed_and_says_why(name: str) -> None:
    state = played("lambs", *small_ring()[:5], "tri")
    player, view = BOTS[name](), GAME.view(state, 1)
    assert isinstance(player, Drover)
    weighed = player.weigh(view, Random(1))
    assert weighed.best == player.choose(view, Random(1))
    assert name == "lamb" or weighed.best == ("0,1", "/1"), "only a lamb overlooks a fold that can be closed"
    assert player.explain(view, ("0,1", "/1")) == "The tri-corner fence closes a fold worth 2."


def test_a_reason_fits_the_tile() -> None:
    said = {
        ("lambs", "sheep"): "The sheep makes a herd of 2. Any other place would cost more.",
        ("tri", "sheep"): "The sheep is no herd yet, so wolves leave it alone.",
        ("lambs", "black -1,0", "wolf"): "The wolf touches a herd of 2. Any other place would cost more.",
        ("lambs", "black -1,0", "shepherd"): "The shepherd guards a herd of 2.",
        ("lambs", "black -1,0", "wolf -2,0", "sheep"): "The sheep joins a herd that a wolf touches already.",
    }
    for tiles, sentence in said.items():
        assert why_laid(GAME.view(played(*tiles), 1), ("1,0",)) == sentence


def test_whoever_overlooks_every_place_still_lays_a_tile() -> None:
    view = GAME.view(played("lambs", "tri"), 1)
    assert Drover(Habits(overlooks=1.0)).choose(view, Random(1))


@pytest.mark.parametrize("name", ["lamb", "goatherd"])
def test_a_beginner_helps_to_close_what_its_partner_began(name: str) -> None:
    """Four of six fences stand: the fifth belongs to the ring, not beside it."""
    state = played("lambs", *small_ring()[:4], "tri", seats=2)
    cells = {fence.split(" ")[1].split("/")[0] for fence in small_ring()[4:]}
    laid = [BOTS[name]().choose(GAME.view(state, state.seat), Random(seed)) for seed in range(8)]
    assert sum(move[0] in cells for move in laid) >= (4 if name == "lamb" else 8)
    alone = played("lambs", "tri", seats=2)
    assert not best_plans(alone.grid, alone.laid, HOPES, (), 1, 0.6), "it begins nothing by itself"


def test_where_each_sheep_is_a_herd_the_shepherd_plays_by_other_numbers() -> None:
    """Two fences short of a fold, it fears for the herd of two or trusts the fold, by the option."""
    tiles = ("lambs", *small_ring()[:4], "tri")
    views = [GAME.view(played(*tiles, min_herd=herd), 1) for herd in (1, 2)]
    values = [dict(BOTS["shepherd"]().weigh(view, Random(1)).moves) for view in views]
    assert values[0] != values[1]
