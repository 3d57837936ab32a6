"""Pebbles in words: notation, sentences, the board as text."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from pebbles.rules import HEAPS, MOST, Counted, Dealt, Lucky, State, Took, View, check
from sheepfold.core.contract import NATURE, Legal, Move, Prompt, Seat
from sheepfold.core.errors import Malformed
from sheepfold.core.words.prose import amid, does

WANTED = "Write a heap and how many you take from it, such as b 2."


def words(text: str) -> Move:
    """``b 2`` or ``b2``. Raises Malformed."""
    match tuple("".join(text.lower().split())):
        case (heap, number) if heap in HEAPS and number in map(str, range(1, MOST + 1)):
            return heap, number
    raise Malformed(WANTED)


def parse(state: State, seat: Seat, text: str, rng: Random | None = None) -> Legal[State]:
    return check(state, seat, tuple(text.lower().split()) if seat == NATURE else words(text))


def notate(legal: Legal[State]) -> str:
    return " ".join(legal.move)


def prompt(view: View, names: Mapping[Seat, str]) -> Prompt:
    if view.outcome is not None:
        return Prompt("All heaps are empty.")
    if not view.lucky:
        return Prompt("Chance says which heap counts twice for whom.")
    if view.seat == view.turn:
        lucky = f"Heap {view.lucky[view.seat - 1]} counts twice for you."
        return Prompt("Take one to three pebbles from one heap.", lucky)
    return Prompt(f"{names[view.turn]} takes pebbles.")


def next_part(view: View, so_far: Move) -> str:
    return "How many?" if so_far else "From which heap?"


def tell(fact: Any, names: Mapping[Seat, str]) -> str:
    match fact:
        case Dealt():
            return "Everybody has a lucky heap."
        case Lucky(heap):
            return f"Heap {heap} counts twice for you."
        case Counted(lucky):
            return (
                "Lucky were " + ", ".join(f"{heap} for {amid(names[seat])}" for seat, heap in enumerate(lucky, 1)) + "."
            )
        case Took(seat, heap, number):
            return f"{does(names[seat], 'takes')} {number} from heap {heap}."
    raise AssertionError(fact)


def text(view: View, names: Mapping[Seat, str]) -> str:
    heaps = [f"{heap}: {'o' * left or '-'}" for heap, left in zip(HEAPS, view.heaps, strict=True)]
    rows = [f"{names[seat]} has {sum(view.taken[seat - 1])}." for seat in range(1, view.seats + 1)]
    return "\n".join([*heaps, *rows, prompt(view, names).text]) + "\n"
