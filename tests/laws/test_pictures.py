"""Pictures as data, in every game: keys that name one thing, lasting layers, differences that lead on."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

from sheepfold.core.look.change import apply, difference
from sheepfold.core.look.scene import Scene, Shape
from sheepfold.core.progress import AnyGame
from sheepfold.lab.sample import random_options
from support import names, positions, seats_for, viewers, walk


def scenes(game: AnyGame, rng: Random, keep: int) -> list[Scene]:
    """What everybody sees of some positions of one random game."""
    return [
        game.picture(game.view(state, seat), names(seats))
        for state, seats in positions(game, rng, keep)
        for seat in viewers(seats)
    ]


def shapes(scene: Scene) -> list[Shape]:
    return [shape for layer in scene.layers for shape in layer.shapes]


def test_a_key_names_one_shape(game: AnyGame, rng: Random) -> None:
    for scene in scenes(game, rng, 12):
        twice = [key for key, number in Counter(shape.key for shape in shapes(scene)).items() if number > 1]
        assert twice == []


def test_all_pictures_of_a_game_have_the_same_layers_and_definitions(game: AnyGame, rng: Random) -> None:
    """So a page keeps its groups, and what is defined tells nothing about what is there."""
    found = {
        (
            tuple(layer.name for layer in scene.board),
            tuple(layer.name for layer in scene.margin),
            scene.beasts,
            scene.definitions,
        )
        for scene in scenes(game, rng, 6)
    }
    assert len(found) == 1
    board, margin, _, _ = found.pop()
    assert len({*board, *margin}) == len(board) + len(margin)


def test_the_window_lies_within_the_frame(game: AnyGame, rng: Random) -> None:
    for scene in scenes(game, rng, 6):
        frame, window = scene.frame, scene.window
        assert frame.left - 0.1 <= window.left
        assert window.left + window.width <= frame.left + frame.width + 0.1
        assert frame.top - 0.1 <= window.top
        assert window.top + window.height <= frame.top + frame.height + 0.1


def test_a_board_is_the_picture_without_its_margin(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 12):
        for seat in viewers(seats):
            view = game.view(state, seat)
            assert game.board(view, names(seats)) == game.picture(view, names(seats)).inside()


def test_scenes_are_frozen_and_hashable(game: AnyGame, rng: Random) -> None:
    for scene in scenes(game, rng, 2):
        hash(scene)


def test_a_difference_leads_from_any_scene_of_a_seat_to_the_next(game: AnyGame, rng: Random) -> None:
    """From move to move, over the whole game, and back again as when moves are taken back."""
    seats = seats_for(game, rng)
    options = random_options(game, seats, rng)
    states = [game.start(options, seats), *(step.state for step in walk(game, rng, options, seats))]
    first = rng.randrange(max(1, len(states) - 20))
    for seat in viewers(seats):
        start, end, *some = (
            game.picture(game.view(state, seat), names(seats))
            for state in (states[0], states[-1], *states[first : first + 20])
        )
        for before, after in [*pairwise(some), (start, end), (end, start)]:
            assert apply(difference(before, after), before) == after


def test_where_nothing_is_hidden_one_picture_is_for_all(game: AnyGame, rng: Random) -> None:
    seats = seats_for(game, rng)
    options = random_options(game, seats, rng)
    for step in walk(game, rng, options, seats):
        assert game.hides or all(told.to is None for told in step.told)
        alone, *others = (game.picture(game.view(step.state, seat), names(seats)) for seat in viewers(seats))
        assert game.hides or others == [alone] * len(others)
