"""Two games, quick play and bidding: how a match of Mutton is won."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.core.errors import IllegalNow
from sheepfold.games.mutton import GAME
from sheepfold.games.mutton.terms import Options

SMALL = "-size=2 -num_sheep=4 -num_wolves=1"
PLACED = "a1,a2,c2,c3"
"""A and B touch, C and D touch."""


def start(words: str):
    return GAME.start(Options.read(words.split()), 2)


def go(state, *moves: str):
    for text in moves:
        (seat,) = GAME.to_move(state)
        state, _ = GAME.apply(state, seat, GAME.read(state, seat, text, Random(1)))
    return state


def mover(state) -> int:
    (seat,) = GAME.to_move(state)
    return seat


def one_point(placed: str = PLACED) -> tuple[str, ...]:
    """A game in which the Wolf gets 1 point."""
    return (placed, "A", "B:A-b1", "A")


def two_points(placed: str = PLACED) -> tuple[str, ...]:
    return (placed, "A", "B:A-b1", "C", "pass", "A")


def test_in_each_game_one_is_the_wolf_and_in_game_2_they_swap() -> None:
    state = start(SMALL)
    assert [GAME.role(GAME.view(state, None), seat) for seat in (1, 2)] == ["Wolf", "Farmer"]
    assert mover(state) == 2
    state = go(state, *one_point())
    assert [GAME.role(GAME.view(state, None), seat) for seat in (1, 2)] == ["Farmer", "Wolf"]
    assert mover(state) == 1


def test_each_players_points_are_what_they_scored_as_wolf_and_more_points_win() -> None:
    outcome = GAME.outcome(go(start(SMALL), *one_point(), *two_points()))
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.reason) == ({1: 1, 2: 2}, (2,), "points")


def test_equal_points_are_a_draw() -> None:
    outcome = GAME.outcome(go(start(SMALL), *one_point(), *one_point()))
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1, 2), "draw")


def test_game_2_shows_the_score_to_beat() -> None:
    state = go(start(SMALL), *one_point(), PLACED)
    assert "Score: 0 (1 to beat)." in GAME.text(GAME.view(state, 1), {1: "Ada", 2: "Bruno"})


def test_mirror_in_game_2_repeats_the_placement_of_game_1() -> None:
    state = go(start(SMALL), "c3,c2,a2,a1", "A", "B:A-b3", "A")
    assert GAME.read(state, 1, "mirror") == ("c3", "c2", "a2", "a1")
    assert GAME.write(state, 1, GAME.read(state, 1, "mirror")) == "c3,c2,a2,a1"


def test_the_first_games_wolves_are_public_in_the_second() -> None:
    state = go(start(SMALL), *one_point())
    assert [GAME.view(state, seat).rounds[0].wolves for seat in (None, 1, 2)] == ["A"] * 3


@pytest.mark.parametrize(("target", "reason", "winner"), [(1, "reached", 1), (2, "missed", 2)])
def test_quick_play_is_one_game_that_the_wolf_wins_with_the_target_or_more(target, reason, winner) -> None:
    outcome = GAME.outcome(go(start(f"{SMALL} -quick={target}"), *one_point()))
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == (reason, (winner,))


def test_players_bid_alternately_and_each_bid_is_higher_than_the_last() -> None:
    state = start(f"{SMALL} -bid")
    assert mover(state) == 1
    state = go(state, "2")
    assert mover(state) == 2
    with pytest.raises(IllegalNow, match="from 3 to 4, or pass"):
        go(state, "2")
    assert mover(go(state, "3")) == 1


def test_the_opening_player_must_bid_1_or_more() -> None:
    state = start(f"{SMALL} -bid")
    for text in ("pass", "0"):
        with pytest.raises(IllegalNow, match="from 1 to 4"):
            go(state, text)


def test_a_bid_may_not_exceed_the_number_of_sheep() -> None:
    with pytest.raises(IllegalNow, match="from 1 to 4"):
        go(start(f"{SMALL} -bid"), "5")
    assert list(GAME.parts(go(start(f"{SMALL} -bid"), "4"), 2, ())) == ["pass"]


@pytest.mark.parametrize(("bid", "reason", "winner"), [(2, "reached", 2), (3, "missed", 1)])
def test_the_high_bidder_becomes_the_wolf_and_must_score_at_least_the_bid(bid, reason, winner) -> None:
    state = go(start(f"{SMALL} -bid"), "1", str(bid), "pass")
    assert GAME.role(GAME.view(state, None), 2) == "Wolf"
    outcome = GAME.outcome(go(state, *two_points()))
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == (reason, (winner,))


def test_what_may_be_taken_back_is_what_told_nothing() -> None:
    state = start(SMALL)
    assert GAME.reversible(state, 2, GAME.read(state, 2, PLACED))
    state = go(state, PLACED)
    assert GAME.reversible(state, 1, ("A",))
    state = go(state, "A")
    assert not GAME.reversible(state, 1, ("B:", "b1"))
    state = go(state, "B:A-b1")
    assert GAME.reversible(state, 2, ("pass",))
    assert not GAME.reversible(state, 2, ("D",))
    assert not GAME.reversible(state, 2, ("A",))
