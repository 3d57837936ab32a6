"""The ladder of every game: in order, in words, one to offer."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.bots import UnknownBot, bot, bot_names, level, levels, usual
from sheepfold.core.contract import NATURE
from sheepfold.core.contract.bot import Bot, Equipped, Explaining, Weighed, Weighing
from sheepfold.core.records.progress import AnyGame, Progress
from sheepfold.games import SHELF, Shelf

PEBBLES = Shelf({"pebbles": "pebbles"})


@pytest.fixture(params=SHELF)
def game(request: pytest.FixtureRequest) -> AnyGame:
    return SHELF.game(request.param)


def test_one_level_is_the_one_to_offer(game: AnyGame) -> None:
    assert [one.name for one in levels(game) if one.usual] == [usual(game)]
    assert bot_names(game)[0] == usual(game)


def test_every_level_has_a_bot_and_a_name_of_its_own(game: AnyGame) -> None:
    ladder = levels(game)
    assert len({one.name for one in ladder}) == len({one.title for one in ladder}) == len(ladder)
    for one in ladder:
        assert hasattr(bot(game, one.name), "choose")
        assert level(game, one.name) == one


def test_random_plays_every_game(game: AnyGame) -> None:
    assert bot_names(game)[-1] == "random"
    assert (level(game, "random").title, level(game, "random").words) == ("Random", "Plays at random.")


def test_a_game_that_has_no_bots_of_its_own_offers_the_random_one() -> None:
    pebbles = PEBBLES.game("pebbles")
    assert [one.name for one in levels(pebbles, PEBBLES)] == ["random"]
    assert usual(pebbles, PEBBLES) == "random"


def test_a_bot_that_does_not_exist_has_no_level(game: AnyGame) -> None:
    with pytest.raises(UnknownBot, match="'nobody'"):
        level(game, "nobody")


def test_what_was_weighed_comes_in_order() -> None:
    weighed = Weighed.of({("a",): 1.0, ("b",): 3.0, ("c",): 3.0}, "points")
    assert weighed.best == ("b",)
    assert [value for _, value in weighed.moves] == [3.0, 3.0, 1.0]


def test_levels_stand_in_words_for_people(game: AnyGame) -> None:
    for one in levels(game):
        if one.words:
            assert one.words[0].isupper()
            assert one.words[-1] == "."
            assert len(one.words) <= 90


def test_only_who_thinks_about_a_move_is_asked_to_think_longer(game: AnyGame) -> None:
    for one in levels(game):
        assert one.thinks == (one.seconds > 0)
        assert not one.thinks or isinstance(bot(game, one.name), Equipped)


def opening(game: AnyGame, name: str, rng: Random, plies: int = 12) -> list[tuple[Bot, object, tuple[str, ...]]]:
    """The first moves that a bot makes against itself, with what it saw."""
    player, found = bot(game, name), []
    begun = Progress.begin(game, game.options(), game.seats[0], rng.randbytes(32))
    for step in begun.run(lambda now, seat: player.choose(game.view(now.state, seat), rng)):
        found.append(step)
        if len(found) == plies:
            break
    before = [begun.state, *(step.state for step in found)]
    return [
        (player, game.view(state, step.seat), step.move)
        for state, step in zip(before, found, strict=False)
        if step.seat != NATURE
    ]


def test_every_level_shows_what_it_weighed_but_for_chance(game: AnyGame) -> None:
    for one in levels(game):
        assert one.name == "random" or isinstance(bot(game, one.name), Weighing), one.name
    assert not isinstance(bot(game, "random"), Weighing)


def test_what_is_weighed_are_moves_that_may_be_played_the_best_first(game: AnyGame) -> None:
    for one in levels(game):
        for player, view, _ in opening(game, one.name, Random(3))[::3]:
            if isinstance(player, Weighing):
                weighed, state = player.weigh(view, Random(2)), game.imagine(view, Random(1))
                assert [value for _, value in weighed.moves] == sorted([v for _, v in weighed.moves], reverse=True)
                assert len({move for move, _ in weighed.moves}) == len(weighed.moves)
                for move, _ in weighed.moves:
                    assert game.check(state, view.seat, move)


def test_bots_weigh_what_they_play_and_say_why(game: AnyGame) -> None:
    for one in levels(game):
        for player, view, move in opening(game, one.name, Random(1))[:3]:
            if isinstance(player, Weighing):
                weighed = player.weigh(view, Random(2))
                assert weighed.best == player.choose(view, Random(2))
                assert weighed.measure
            if isinstance(player, Explaining):
                said = player.explain(view, move)
                assert said[0].isupper()
                assert said[-1] in ".!"
                assert len(said) < 300
