"""The compiled room plays by the rules: the same legal tiles, the same scores, and no slip near the end."""

from __future__ import annotations

from random import Random
from types import ModuleType
from typing import Any

import pytest

from games.sheep_dogs_wolves.test_bot import play
from sheepfold.bots import RandomBot, bot, bot_names, compiled
from sheepfold.core.contract.bot import Means
from sheepfold.games import SHELF
from sheepfold.games.sheep_dogs_wolves import GAME, board, rules
from sheepfold.games.sheep_dogs_wolves.state import State
from sheepfold.games.sheep_dogs_wolves.terms import Options


@pytest.fixture(scope="module")
def kernel() -> ModuleType:
    found = compiled.warm(SHELF, "dogs")
    assert found is not None
    return found


@pytest.mark.parametrize("seed", range(6))
def test_legal_tiles_and_scores_are_those_of_the_rules(kernel: ModuleType, seed: int) -> None:
    rng = Random(seed)
    state = rules.begin(Options(tiles=rng.choice((3, 9, 23, 41))), None)
    field = kernel.SearchField(state.tiles)
    while state.left:
        assert set(field.legal()) == state.choices
        assert len(field.legal()) == len(state.choices)
        tile = rng.choice(sorted(state.choices))
        field.lay(tile)
        state = State.made(state.options, None, (*state.tiles, tile))
        assert field.score() == rules.points(state)


@pytest.mark.parametrize("seed", range(3))
def test_a_random_game_is_a_game_by_the_rules(kernel: ModuleType, seed: int) -> None:
    field = kernel.SearchField([board.FIRST])
    rng = kernel.np.array([seed + 1], kernel.np.uint64)
    for _ in range(5):
        score = field.playout(15, rng)
        state = rules.begin(Options(tiles=15), None)
        for tile in map(int, field.tiles[1:15]):
            assert tile in state.choices
            state = State.made(state.options, None, (*state.tiles, tile))
        assert score == rules.points(state)
        assert not field.score() - 1, "the field is as it was: one tile, whose sheep lives"


def test_classes_of_sheep_say_what_their_signs_say(kernel: ModuleType) -> None:
    from sheepfold.games.sheep_dogs_wolves.search import LOST, SAVED, sheep_class  # compiled by the fixture

    rng = Random(3)
    for _ in range(4):
        tiles = rules.begin(Options(), None).tiles
        while len(tiles) < 16:
            _, choices = board.grown(tiles)
            tiles = (*tiles, rng.choice(sorted(choices)))
        grid = board.grid_of(tiles)
        field = kernel.SearchField(tiles)
        for left in (0, 7):
            for tile in tiles:
                found = sheep_class(field.grid, tile >> 2, left)
                sign = board.sheep_sign(grid, tile >> 2, left)
                assert (found == LOST) == (sign in (board.LOST, board.DANGER) if left == 0 else sign == board.LOST)
                assert (found == SAVED) == (sign == board.SAVED)


def best_score(state: Any, sign: int) -> int:
    """By the rules alone: the score when both lay the rest as well as can be."""
    if not state.left:
        return rules.points(state)
    after = (State.made(state.options, None, (*state.tiles, tile)) for tile in state.choices)
    return sign * max(sign * best_score(each, -sign) for each in after)


@pytest.mark.parametrize("tiles", [3, 5])
def test_the_end_is_played_without_a_slip(kernel: ModuleType, tiles: int) -> None:
    state = rules.begin(Options(tiles=tiles), None)
    rng = Random(tiles)
    while state.left > 2:
        state = State.made(state.options, None, (*state.tiles, rng.choice(sorted(state.choices))))
    values = kernel.SearchField(state.tiles).look_ahead(2, 2, 4, 10**9)
    assert values[0][0] == best_score(state, 1)


def test_looking_further_everywhere_agrees_with_alpha_beta(kernel: ModuleType) -> None:
    """Three tiles from the end, the value with cut-offs is that of plain minimax over the exact last two."""
    field = kernel.SearchField([board.FIRST, board.tile_at(-1, 1, 0)])
    proven = field.look_ahead(3, 3, 4, 10**9)
    worst = []
    for tile in field.legal():
        field.lay(tile)
        worst.append(-field.look_ahead(2, 2, 10**6, 10**9)[0][0])
        field.lift()
    assert proven[0][0] == max(worst)


def random_field(total: int, laid: int, seed: int) -> Any:
    rng, state = Random(seed), rules.begin(Options(tiles=total), None)
    while len(state.tiles) < laid:
        state = State.made(state.options, None, (*state.tiles, rng.choice(sorted(state.choices))))
    return state


@pytest.mark.parametrize("seed", range(2))
def test_the_last_two_tiles_are_those_of_plain_minimax(kernel: ModuleType, seed: int) -> None:
    state = random_field(7, 5, seed)
    (value, tile), *_ = kernel.SearchField(state.tiles).look_ahead(2, 2, 4, 10**9)
    assert value == best_score(state, 1)
    laid = State.made(state.options, None, (*state.tiles, tile))
    assert best_score(laid, -1) == value, "the tile that it would lay keeps what it promises"


@pytest.mark.parametrize("seed", range(2))
def test_a_proof_agrees_with_every_tile_tried(kernel: ModuleType, seed: int) -> None:
    """Four tiles from the end, the proof is what the proofs of three are worth after each tile."""
    state = random_field(9, 5, seed)
    field = kernel.SearchField(state.tiles)
    proved = field.look_ahead(4, 4, 4, 10**9)[0][0]
    after = []
    for tile in field.legal():
        field.lay(tile)
        after.append(-field.look_ahead(3, 3, 4, 10**9)[0][0])
        field.lift()
    assert proved == max(after)


def test_against_a_target_a_proof_asks_no_more_than_whether_it_is_reached(kernel: ModuleType) -> None:
    state = random_field(9, 5, 1)
    best = int(kernel.SearchField(state.tiles).look_ahead(4, 4, 4, 10**9)[0][0])
    for target in (best - 1, best, best + 1):
        field = kernel.SearchField(state.tiles)
        value = field.look_ahead(4, 4, 4, 10**9, (target - 1, target))[0][0]
        assert (value >= target) == (best >= target)


def test_before_the_end_is_proved_the_last_three_tiles_are_left_to_what_was_learned(kernel: ModuleType) -> None:
    """A narrow search to the end would take the tiles that it leaves out for impossible."""
    tiles = random_field(9, 3, 1).tiles
    three, all_six = (kernel.SearchField(tiles).look_ahead(6, depth, 6, 10**9) for depth in (3, 6))
    assert three == all_six


def test_work_is_bounded(kernel: ModuleType) -> None:
    field = kernel.SearchField([board.FIRST])
    assert len(field.look_ahead(22, 6, 8, 2_000)) > 1
    assert field.counters[0] < 4_000


def test_every_class_has_a_worth_for_every_number_of_tiles_left(kernel: ModuleType) -> None:
    from sheepfold.games.sheep_dogs_wolves.search import CLASSES, SAVED, table

    rows = table(69)
    assert len(rows) == 70
    assert {len(row) for row in rows} == {CLASSES + 1}
    assert rows[0] == (*[0.0] * SAVED, 1.0, *[0.0] * (CLASSES - SAVED))


@pytest.mark.parametrize("options", [Options(3, "duel"), Options(7, "bid"), Options(11, "single")])
def test_every_level_plays_with_the_kernel(kernel: ModuleType, options: Options) -> None:
    for name in bot_names(GAME):
        player = bot(GAME, name, means=Means(kernel, effort=0.02))
        assert GAME.outcome(play(options, (player, player), 1)) is not None


def test_the_same_luck_gives_the_same_thoughts(kernel: ModuleType) -> None:
    view = GAME.view(GAME.start(Options(), 2), 1)
    kelpie = bot(GAME, "kelpie", means=Means(kernel))
    assert kelpie.choose(view, Random(5)) == kelpie.choose(view, Random(5))


def test_the_kelpie_beats_chance_in_both_roles(kernel: ModuleType) -> None:
    kelpie, random = bot(GAME, "kelpie", means=Means(kernel)), RandomBot(GAME)
    assert GAME.outcome(play(Options(tiles=15), (kelpie, random), 1)).winners == (1,)
