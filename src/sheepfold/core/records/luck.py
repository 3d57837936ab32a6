"""Luck laid out beforehand: the very numbers that a game's players and its chance will draw, for a kernel to play by.

``Random`` makes a number below another from the top bits of its next 32-bit word, or of the one after it; ``chance``
takes a hash modulo all the weights. Neither asks what the number is for, so both can be had before the game is played.
The functions here are flat, so that kernels compile them as they stand; rows are lists or arrays of whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from sheepfold.core.contract import Move, Seat

T = TypeVar("T")

HASHED: Final = 16
"""32-bit words in a draw of chance, the highest first."""


class SaidMove(NamedTuple):
    """A move of a random game: who made it, as it is written, and the parts that a learner says, ``STOP`` included."""

    seat: Seat
    text: str
    parts: Move


class Luck:
    """The luck of one game."""

    def __init__(self, seed: bytes, players: Sequence[Random]) -> None:
        """``players``: the generator of every seat, from which nobody else may draw any more."""
        self._seed, self._players = seed, players
        self._words = [b"" for _ in players]

    def words(self, number: int) -> bytes:
        """The first so many words of every seat, one seat after the other, each word with its lowest byte first."""
        for seat, rng in enumerate(self._players):
            lacking = number - len(self._words[seat]) // 4
            if lacking > 0:
                self._words[seat] += rng.getrandbits(32 * lacking).to_bytes(4 * lacking, "little")
        return b"".join([words[: 4 * number] for words in self._words])

    def draws(self, places: Iterable[tuple[int, int]]) -> bytes:
        """What ``chance`` draws for each ply and part, words with their highest byte first.

        Always at the first try: that a second one is needed has a chance of one in 2**500.
        """
        seed = self._seed
        return b"".join([blake2b(f"{ply}.{part}.0".encode(), key=seed).digest() for ply, part in places])


def below(words: Any, used: Any, seat: int, number: int) -> int:
    """A number below another, as ``Random`` draws it. ``used`` counts the words of each seat that are spent.

    When the row is used up, it is 0, and ``used`` is greater than the row is long.
    """
    bits = 0
    while number >> bits:
        bits += 1
    row = words[seat]
    while used[seat] < len(row):
        found = row[used[seat]] >> (32 - bits)
        used[seat] += 1
        if found < number:
            return found  # type: ignore[no-any-return]
    used[seat] = len(row) + 1
    return 0


def drawn(weights: Any, draw: Any) -> int:
    """A weighted draw, as ``chance`` makes it: one long number modulo the sum. What weighs 0 is never drawn."""
    total, rest, index = 0, 0, 0
    for weight in weights:
        total += weight
    for word in draw:
        rest = (rest << 32 | word) % total
    while rest >= weights[index]:
        rest -= weights[index]
        index += 1
    return index


def wander(rows: Any, seed: Any) -> None:
    """Fill the rows from a small generator: good enough for a random game, and the same on every machine."""
    for row in rows:
        for place in range(len(row)):
            seed[0] = seed[0] * 25214903917 + 11 & (1 << 48) - 1
            row[place] = seed[0] >> 16


def enough(given: Luck, number: int, play: Callable[[bytes], tuple[T, int]]) -> T:
    """What ``play`` makes of so many words for each seat; of twice as many, and so on, while it uses more than it has.

    It gives what it made, and the most words that a seat used.
    """
    while True:
        played, used = play(given.words(number))
        if used <= number:
            return played
        number *= 2


def auction(words: Any, used: Any, allowed: range) -> list[int]:
    """The bids of two who bid at random in turn, from the first seat on, until one passes."""
    bids: list[int] = []
    while True:
        low = bids[-1] + 1 if bids else allowed.start
        which = int(below(words, used, len(bids) % 2, allowed.stop - low + bool(bids))) - bool(bids)
        if which < 0:
            return bids
        bids.append(low + which)


def auction_moves(bids: Sequence[int]) -> list[SaidMove]:
    """These bids, and the pass that ends them."""
    said = [*(f"bid {number}" for number in bids), "pass"]
    return [SaidMove(1 + turn % 2, part, (part,)) for turn, part in enumerate(said)]
