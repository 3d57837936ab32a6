"""Luck that is laid out beforehand is the luck that would have come."""

from __future__ import annotations

from random import Random

from sheepfold.core.records import chance
from sheepfold.core.records.luck import HASHED, Luck, below, drawn, wander

SEED = bytes(range(32))


def rows(words: bytes, seats: int) -> list[list[int]]:
    found = [int.from_bytes(words[at : at + 4], "little") for at in range(0, len(words), 4)]
    return [found[seat * len(found) // seats : (seat + 1) * len(found) // seats] for seat in range(seats)]


def test_players_draw_what_their_generators_would_give() -> None:
    laid_out = rows(Luck(SEED, [Random(1), Random(2)]).words(400), 2)
    used = [0, 0]
    for seat, rng in enumerate((Random(1), Random(2))):
        for number in (1, 2, 3, 7, 8, 36, 1000, 1 << 20) * 8:
            assert below(laid_out, used, seat, number) == rng.choice(range(number)), (seat, number)
            assert below(laid_out, used, seat, number) == rng.randrange(number), (seat, number)


def test_luck_is_the_same_however_much_is_asked_for() -> None:
    luck = Luck(SEED, [Random(1)])
    first = luck.words(5)
    assert luck.words(50)[:20] == first
    assert luck.words(50) == Luck(SEED, [Random(1)]).words(50)


def test_luck_that_runs_out_says_so() -> None:
    used = [0]
    assert below([[0b01 << 30]], used, 0, 2) == 1
    assert used == [1]
    assert below([[0b01 << 30]], used, 0, 2) == 0
    assert used == [2], "more than there was"


def test_chance_draws_what_the_seed_has() -> None:
    weights = [3, 0, 5, 1]
    hashed = Luck(SEED, []).draws((ply, 0) for ply in range(40))
    for ply in range(40):
        digest = hashed[4 * HASHED * ply : 4 * HASHED * (ply + 1)]
        draw = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 4 * HASHED, 4)]
        likely = [index for index, weight in enumerate(weights) if weight]
        assert drawn(weights, draw) == likely[chance.pick(SEED, f"{ply}.0", [3, 5, 1])]


def test_wandering_fills_every_row_from_a_seed() -> None:
    first, again = ([[0] * 50, [0] * 50] for _ in range(2))
    wander(first, [4])
    wander(again, [4])
    assert first == again
    assert all(0 <= word < 1 << 32 for row in first for word in row)
    assert len({word for row in first for word in row}) == 100
