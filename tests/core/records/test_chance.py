"""Fair chance: draws follow from the seed, match the odds, and give nothing away."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

from sheepfold.core.records import chance

SEED = bytes(range(32))


def test_the_commitment_is_a_hash_of_the_seed_alone() -> None:
    assert chance.commitment(SEED) == blake2b(SEED, digest_size=32, person=b"sheepfold").hexdigest()
    assert chance.commitment(SEED) != chance.commitment(bytes(32))


def test_the_same_label_draws_the_same_number() -> None:
    assert chance.number_below(SEED, "3.0", 77) == chance.number_below(SEED, "3.0", 77)


def test_anybody_can_check_a_draw_by_hand() -> None:
    by_hand = int.from_bytes(blake2b(b"3.0.0", key=SEED).digest(), "big") % 77
    assert chance.number_below(SEED, "3.0", 77) == by_hand


def test_draws_match_their_weights() -> None:
    drawn = Counter(chance.pick(SEED, str(n), (1, 2, 7)) for n in range(5000))
    assert [round(drawn[i] / 500) for i in range(3)] == [1, 2, 7]


def test_study_seeds_differ_and_repeat() -> None:
    assert chance.seed_from(1, 0) == chance.seed_from(1, 0)
    assert len({chance.seed_from(s, i) for s in range(3) for i in range(3)}) == 9
    assert chance.rng_from(1, 0).random() == chance.rng_from(1, 0).random()
