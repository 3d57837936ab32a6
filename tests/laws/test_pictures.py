"""Pictures as data, in every game: sprites with keys that name one thing, lasting layers, symbols that a page has."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from laws.conftest import LAWFUL
from sheepfold.core.contract.face import Face
from sheepfold.core.drawing.pen import SYMBOLS
from sheepfold.core.drawing.scene import Scene, Sprite
from sheepfold.core.drawing.sprites import board_data, symbol_data
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.records.to_json import to_json
from sheepfold.lab.fuzz import random_options
from support import names, positions, seats_for, viewers, walk


def face_of(game: AnyGame) -> Face:
    face: Face = getattr(LAWFUL.room(game.name, "face"), "FACE", Face())
    return face


def scenes(game: AnyGame, rng: Random, keep: int) -> list[Scene]:
    """What everybody sees of some positions of one random game."""
    return [
        game.picture(game.view(state, seat), names(seats))
        for state, seats in positions(game, rng, keep)
        for seat in viewers(seats)
    ]


def sprites(scene: Scene) -> list[Sprite]:
    return [shape for layer in scene.layers for shape in layer.shapes if isinstance(shape, Sprite)]


def test_a_key_names_one_thing_of_its_layer(game: AnyGame, rng: Random) -> None:
    for scene in scenes(game, rng, 12):
        for layer in scene.layers:
            twice = [key for key, number in Counter(shape.key for shape in layer.shapes).items() if number > 1]
            assert twice == [], layer.name


def test_all_pictures_of_a_game_have_the_same_layers_and_drawings(game: AnyGame, rng: Random) -> None:
    """So a page keeps its groups, and what is defined tells nothing about what is there."""
    found = {
        (
            *(tuple(layer.name for layer in layers) for layers in (scene.ground, scene.board, scene.margin)),
            scene.beasts,
            scene.grid,
        )
        for scene in scenes(game, rng, 6)
    }
    assert len(found) == 1
    ground, board, margin, *_ = found.pop()
    assert len({*ground, *board, *margin}) == len(ground) + len(board) + len(margin)


def test_the_ground_stays_as_it_is_for_the_whole_game(game: AnyGame, rng: Random) -> None:
    assert len({scene.ground for scene in scenes(game, rng, 12)}) == 1


def test_sprites_stand_for_symbols_that_every_page_of_the_game_has(game: AnyGame, rng: Random) -> None:
    symbols = game.symbols()
    for scene in scenes(game, rng, 12):
        assert scene.symbols == symbols
        assert {sprite.symbol for sprite in sprites(scene)} <= set(symbols)


def test_a_symbol_has_a_name_of_its_own_in_every_document(game: AnyGame) -> None:
    """A document brings along the drawings of the house under their names."""
    assert all(name == symbol.name for name, symbol in game.symbols().items())
    assert set(game.symbols()).isdisjoint(SYMBOLS)


def test_a_board_is_made_of_sprites_unless_the_game_has_a_stage_of_its_own(game: AnyGame, rng: Random) -> None:
    """A page is sent sprites and nothing else."""
    for scene in scenes(game, rng, 6):
        for layer in scene.ground + scene.board:
            assert face_of(game).own_stage or all(isinstance(shape, Sprite) for shape in layer.shapes)


def test_what_lies_on_a_cell_has_a_place_and_what_is_picked_can_be_ringed(game: AnyGame, rng: Random) -> None:
    for scene in scenes(game, rng, 6):
        for sprite in sprites(scene):
            symbol = scene.symbols[sprite.symbol]
            assert scene.grid is not None or not symbol.on_cell
            assert len(scene.place(sprite)) == 2
            assert symbol.outline or not (symbol.part or sprite.part)


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


def sent(game: AnyGame, view: Any, seats: int) -> list[str]:
    """Everything that a page gets of a view, as it is sent."""
    face, who = face_of(game), names(seats)
    found = [board_data(game.board(view, who), ground=True), symbol_data(game.symbols().values())]
    found += [face.page(view, who), face.once(view), face.facts(view, who), face.aids(view)]
    found += [face.stage(view, None, who), face.past(view, who), [face.score(view, seat) for seat in who]]
    return [to_json(each) for each in found]


def test_what_a_page_is_sent_is_plain_data_and_follows_from_the_view(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 3):
        for seat in viewers(seats):
            view = game.view(state, seat)
            imagined = game.view(game.imagine(view, rng), seat)
            assert sent(game, view, seats) == sent(game, imagined, seats)


def test_what_stays_for_the_whole_game_is_told_once(game: AnyGame, rng: Random) -> None:
    seen: dict[Any, set[str]] = {}
    for state, seats in positions(game, rng, 12):
        for seat in viewers(seats):
            seen.setdefault(seat, set()).add(to_json(face_of(game).once(game.view(state, seat))))
    assert all(len(told) == 1 for told in seen.values())


def test_where_nothing_is_hidden_one_picture_is_for_all(game: AnyGame, rng: Random) -> None:
    seats = seats_for(game, rng)
    options = random_options(game, seats, rng)
    for step in walk(game, rng, options, seats):
        assert game.hides or all(told.to is None for told in step.told)
        alone, *others = (game.picture(game.view(step.state, seat), names(seats)) for seat in viewers(seats))
        assert game.hides or others == [alone] * len(others)
