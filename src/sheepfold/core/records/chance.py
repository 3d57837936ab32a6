"""Fair chance: a secret seed per game, its hash published at the start, every draw checkable at the end.

The draw for part ``k`` of NATURE's move at ply ``p`` is ``blake2b(key=seed, "p.k.try")`` read as a
number, taken modulo the total weight; tries that would favour small numbers are thrown again.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from random import Random
from typing import Any

from sheepfold.core.contract import NATURE, Game, Move

SEED_BYTES = 32
_SPAN = 1 << 512


def commitment(seed: bytes) -> str:
    """What is published at the start: the hash of the seed, in hexadecimal."""
    return blake2b(seed, digest_size=32, person=b"sheepfold").hexdigest()


def number_below(seed: bytes, label: str, below: int) -> int:
    """A number from 0 to ``below - 1``, each equally likely, fixed by seed and label."""
    fair = _SPAN - _SPAN % below
    attempt = 0
    while True:
        drawn = int.from_bytes(blake2b(f"{label}.{attempt}".encode(), key=seed).digest(), "big")
        if drawn < fair:
            return drawn % below
        attempt += 1


def pick(seed: bytes, label: str, weights: Sequence[int]) -> int:
    """An index drawn by weight."""
    rest = number_below(seed, label, sum(weights))
    for index, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return index
    raise AssertionError("weights are positive")


def draw(game: Game[Any, Any, Any], state: Any, seed: bytes, ply: int) -> Move:
    """NATURE's whole move at this ply."""
    move: Move = ()
    ahead = game.ahead(state, NATURE, move)
    while ahead.parts:
        weights = ahead.weights or [1] * len(ahead.parts)
        move += (ahead.parts[pick(seed, f"{ply}.{len(move)}", weights)],)
        ahead = game.ahead(state, NATURE, move, ahead)
    return move


def seed_from(*parts: object) -> bytes:
    """A seed for game number ``i`` of a study, from the study's own seed: for self-play, never for a table."""
    return blake2b("/".join(map(str, parts)).encode(), digest_size=SEED_BYTES, person=b"selfplay").digest()


def rng_from(*parts: object) -> Random:
    """A generator for a bot's own choices, reproducible in self-play."""
    return Random(seed_from("luck", *parts))
