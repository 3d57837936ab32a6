"""The arena: the same deals for both, the same games from the same seed, and no difference called clear too soon."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.core.contract import Outcome
from sheepfold.core.errors import MissingExtra
from sheepfold.core.scores import Scores
from sheepfold.core.verdict import points, win_shares
from sheepfold.lab import arena, farm
from sheepfold.lab.arena import BoutResult, Contest, play_bout
from sheepfold.lab.standings import Mean, compared, drawn, placed, ratings

DOGS = Contest("dogs", {"tiles": 3}, 2, ("collie", "random"), "study")
FIVE = Contest("woolf", {}, 5, ("sleuth", "random"), "study")
FOLD = Contest("fold", {}, 1, ("drover", "random"), "study")


def test_both_play_every_deal_from_both_sides() -> None:
    one, other = DOGS.bouts(("collie", "random"), 3)
    assert {one.players, other.players} == {("collie", "random"), ("random", "collie")}
    assert one.deal == other.deal == 3


def test_where_many_sit_they_take_every_other_seat_and_change() -> None:
    for deal in range(4):
        one, other = FIVE.bouts(("sleuth", "random"), deal)
        assert all(a != b for a, b in zip(one.players, other.players, strict=True))
        assert 2 <= one.players.count("sleuth") <= 3


def test_on_a_ladder_each_meets_the_next() -> None:
    ladder = Contest("dogs", {}, 2, ("pup", "collie", "kelpie"), "study", ladder=True)
    assert ladder.pairs() == [("pup", "collie"), ("collie", "kelpie")]


def test_alone_a_bot_sits_at_every_seat_in_turn() -> None:
    alone = Contest("woolf", {}, 5, ("sleuth", "random"), "study", alone=True)
    seats = [bout.players.index("sleuth") for deal in range(5) for bout in alone.bouts(("sleuth", "random"), deal)]
    assert seats == [0, 1, 2, 3, 4]


def test_who_plays_together_plays_the_same_deals_by_itself() -> None:
    assert FOLD.together
    assert [bout.players for bout in FOLD.bouts(("drover", "random"), 1)] == [("drover",), ("random",)]
    three = Contest("fold", {}, 1, ("drover", "random", "random2"), "study")
    assert len(list(arena.missing(three, three.pairs(), range(2), ()))) == 6


def timeless(results: list[BoutResult]) -> list[tuple[object, ...]]:
    return sorted((r.key, r.wins, r.points, r.reason, tuple(r.moves.items())) for r in results)


def test_the_same_games_come_from_the_same_seed_on_any_number_of_processes() -> None:
    bouts = list(arena.missing(DOGS, DOGS.pairs(), range(3), ()))
    one = list(farm.spread(play_bout, bouts, 1))
    two = list(farm.spread(play_bout, bouts, 2))
    assert timeless(one) == timeless(two)
    other = Contest("dogs", {"tiles": 3}, 2, ("collie", "random"), "another")
    assert timeless(one) != timeless(list(map(play_bout, arena.missing(other, other.pairs(), range(3), ()))))


def test_what_was_kept_is_read_back_and_not_played_again() -> None:
    bouts = list(arena.missing(DOGS, DOGS.pairs(), range(1), ()))
    results = list(map(play_bout, bouts))
    lines = [arena.header(DOGS), *map(arena.line, results)]
    kept = arena.read(DOGS, [*lines, lines[-1][:40]])
    assert list(kept.values()) == results
    assert [bout.deal for bout in arena.missing(DOGS, DOGS.pairs(), range(2), kept)] == [1, 1]
    with pytest.raises(arena.OtherContest):
        arena.read(FIVE, lines)


def made(n: int, gap: float, rng: Random) -> Mean:
    return Mean.of(gap + rng.gauss(0, 1) for _ in range(n))


def test_equals_are_seldom_called_different_however_often_one_looks() -> None:
    wrong = 0
    for study in range(60):
        rng = Random(study)
        values = [rng.gauss(0, 1) for _ in range(400)]
        wrong += any(Mean.of(values[:n]).clear for n in range(20, 401, 20))
    assert wrong <= 60 * 0.05


def test_what_is_different_becomes_clear() -> None:
    assert made(200, 0.5, Random(1)).clear
    assert not made(10, 5.0, Random(1)).clear
    assert not Mean.of([0.0] * 50).clear
    assert Mean.of([1.0] * 50).clear


def fought(deal: int, players: tuple[str, str], wins: tuple[float, float]) -> BoutResult:
    times = dict.fromkeys(players, 0.5)
    key = f"{deal} {players}"
    return BoutResult(
        key, ("a", "b"), deal, players, wins, (3 * wins[0], 1.0), "points", dict.fromkeys(players, 10), times, times
    )


def test_standings_tell_means_and_errors() -> None:
    contest = Contest("dogs", {}, 2, ("a", "b"), "0")
    games = [fought(0, ("a", "b"), (1, 0)), fought(0, ("b", "a"), (0, 1)), fought(1, ("a", "b"), (1, 0))]
    found = compared(contest, ("a", "b"), games, "wins")
    assert (found.games, found.wins.value, found.difference.value) == (2, 1.0, 1.0), "half a deal does not count"
    first, second = placed(contest, {game.key: game for game in games})
    assert (first.name, first.games, first.wins.value, first.milliseconds) == ("a", 3, 1.0, 50.0)
    assert second.wins.value == 0
    strengths = ratings(games)
    assert strengths["a"][0] > 1000 > strengths["b"][0]
    assert "a" in drawn("Wins", [first, second])


def test_wins_are_shared_and_those_of_a_side_are_everybodys() -> None:
    assert win_shares(Outcome((1, 3), Scores({1: 2, 2: 0, 3: 2}), "counted"), 3) == (0.5, 0.0, 0.5)
    assert win_shares(Outcome((1, 2), Scores({"players": 4, "wolves": 3}), "won"), 2) == (1.0, 1.0)
    assert win_shares(Outcome((1, 2), Scores({"players": 4, "wolves": 4}), "draw"), 2) == (0.5, 0.5)
    assert points(Outcome((), Scores({"players": 4, "wolves": 7}), "wolves won"), 2) == (-3, -3)
    assert points(Outcome((1,), Scores({1: 9}), "reached"), 2) == (9, 0)


def test_a_cluster_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(MissingExtra, match="Dask is not installed"):
        list(farm.spread(abs, [1], 1, "dask"))
