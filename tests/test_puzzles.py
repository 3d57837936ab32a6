"""Puzzles: every one that ships is proved anew, and what is certain in it is so in every world that fits."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from sheepfold import puzzles
from sheepfold.core.contract.daily import only_best
from sheepfold.core.drawing.scene import Sprite
from sheepfold.games import game
from sheepfold.games.sheep_dogs_wolves.puzzles import last_two
from sheepfold.games.sheep_dogs_wolves.terms import tile_of
from sheepfold.lab.puzzles import MinedGame, Vein, from_lines, mine, to_line
from sheepfold.puzzles import written

SHIPPED = puzzles.shipped()
BUNDLES = [SHIPPED[n::8] for n in range(8)]


@pytest.mark.parametrize("bundle", BUNDLES, ids=range(8))
def test_every_puzzle_that_ships_is_proved(bundle: tuple[puzzles.Puzzle, ...]) -> None:
    for puzzle in bundle:
        found = puzzles.shown(puzzle)
        assert found.solution.answer in found.solution.choices
        assert len(set(found.solution.choices)) == len(found.solution.choices) > 2
        assert found.solution.effort == puzzle.effort
        assert written.is_right(found, found.solution.answer.upper())
        assert written.is_right(found, written.solution_letter(found))


def test_there_are_five_hundred_of_every_game_easy_and_hard_and_no_two_alike() -> None:
    assert len({puzzle.id for puzzle in SHIPPED}) == len(SHIPPED) >= 500
    by_game = Counter(puzzle.game for puzzle in SHIPPED)
    assert min(by_game.values()) >= 50
    for name in by_game:
        efforts = {puzzle.effort for puzzle in SHIPPED if puzzle.game == name}
        assert len(efforts) >= 3, name


@pytest.mark.parametrize(
    ("name", "kind", "way"), [("mutton", "wolf", "wolf"), ("woolf", "wolf", "wolf"), ("woolf", "boy", "boy")]
)
def test_who_is_said_to_be_certain_is_so_in_every_world_that_fits(name: str, kind: str, way: str) -> None:
    found = [puzzles.shown(p) for p in SHIPPED if (p.game, p.kind) == (name, kind)][:20]
    rng = Random(1)
    for each in found:
        worlds = [each.game.truth(each.game.imagine(each.view, rng)) for _ in range(30)]
        if each.solution.answer == "nobody":
            never_sure = [
                {world[letter] for world in worlds} for letter in each.solution.choices if letter in worlds[0]
            ]
            assert {way} not in never_sure
        else:
            assert {world[each.solution.answer] for world in worlds} == {way}


def test_the_ending_of_dogs_agrees_with_the_rules() -> None:
    """Every first tile with every answer, played by the rules."""
    dogs = game("dogs")
    state = dogs.start(dogs.options.read(["tiles=5", "mode=single"]), 2)
    rng = Random(3)
    while dogs.view(state, None).now.left > 2:
        (seat,) = dogs.to_move(state)
        state, _ = dogs.apply(state, seat, (rng.choice(dogs.parts(state, seat, ())),))
    (seat,) = dogs.to_move(state)
    view = dogs.view(state, seat)
    tiles = [tile_of(part) for part in view.now.tiles]
    assert view.now.left == 2
    sign = 1 if view.now.turn == 1 else -1
    values = last_two(tiles, sign)  # type: ignore[arg-type]
    parts = dogs.parts(state, seat, ())
    assert len(values) == len(parts)
    for part in parts[::7]:
        after, _ = dogs.apply(state, seat, (part,))
        (other,) = dogs.to_move(after)
        ends = [dogs.outcome(dogs.apply(after, other, (last,))[0]) for last in dogs.parts(after, other, ())]
        saved = [end.scores["sheep"] if "sheep" in end.scores else end.scores[1] for end in ends if end is not None]
        assert values[tile_of(part)] == (min(saved) if sign == 1 else max(saved))  # type: ignore[index]


def test_a_position_counts_only_if_one_answer_is_clearly_best() -> None:
    assert only_best([(3.0, "a"), (2.5, "b")], 1) is None
    assert only_best([(3.0, "a"), (1.5, "b"), (1.5, "c")], 1) == ("a", ("a", "b", "c"))
    assert only_best([(3.0, "a")], 1) is None


def test_an_answer_that_is_no_choice_is_refused_in_a_sentence() -> None:
    found = puzzles.shown(SHIPPED[0])
    with pytest.raises(puzzles.NoPuzzle, match="Answer with one of"):
        written.is_right(found, "the moon")
    with pytest.raises(puzzles.NoPuzzle, match="There is no puzzle 'xyz'"):
        puzzles.puzzle_by_id("xyz")
    for line in ("", "[]", "{}", '{"game":"mutton"}'):
        with pytest.raises(puzzles.NoPuzzle, match="not a puzzle"):
            puzzles.from_json(line)


def test_the_puzzle_of_the_day_is_the_same_for_all_and_none_comes_again_before_all_did() -> None:
    days = [puzzles.of_the_day(20_000 * len(SHIPPED) + day).id for day in range(len(SHIPPED))]
    assert len(set(days)) == len(SHIPPED)
    assert puzzles.of_the_day(5) == puzzles.of_the_day(5)


def test_the_next_puzzle_is_nearest_to_ones_strength_and_not_done() -> None:
    first = puzzles.next_for(1500, set())
    assert first is not None
    assert abs(first.rating - 1500) == min(abs(puzzle.rating - 1500) for puzzle in SHIPPED)
    second = puzzles.next_for(1500, {first.id})
    assert second is not None
    assert second != first
    assert puzzles.next_for(1500, {puzzle.id for puzzle in SHIPPED}) is None


def test_mining_gives_the_same_puzzles_from_the_same_seed_and_can_be_resumed() -> None:
    vein = Vein("mutton", {"quick": 11}, ("canny", "canny"), "a seed")
    once = list(mine(vein, range(2), jobs=1))
    again = [*mine(vein, range(1), jobs=1), *mine(vein, range(1, 2), jobs=1)]
    assert once == again
    lines = [to_line(each) for each in once]
    assert list(from_lines([*lines, '{"number":2,"puz'])) == once
    assert isinstance(once[0], MinedGame)


def test_letters_stand_in_the_middle_of_their_cells_with_nothing_written_below() -> None:
    found = puzzles.shown(next(each for each in puzzles.shipped() if (each.game, each.kind) == ("fold", "tile")))
    scene, ghosts = written.picture(found), found.kind.ghosts
    assert ghosts is not None
    places = [scene.place(ghosts(found.view, choice)[0][0]) for choice in found.solution.choices]
    assert len(set(places)) == len(places)
    badges = next(layer for layer in scene.board if layer.name == "letters").drawn
    assert [badge.at for badge in badges] == places
    sprites = [each for layer in scene.board for each in layer.shapes if isinstance(each, Sprite)]
    below = [each for each in sprites if scene.symbol(each).words is not None and scene.place(each) in places]
    assert [each.words for each in below] == [""] * len(places)
