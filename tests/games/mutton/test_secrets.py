"""The Farmer learns nothing but what the rules tell: every pack that fits the same history looks the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from games.mutton.positions import ROUND, go, start
from sheepfold.core.contract import Seat
from sheepfold.core.contract.bot import random_move
from sheepfold.core.drawing.svg import svg
from sheepfold.core.errors import MoveError
from sheepfold.core.records.to_json import to_json
from sheepfold.games.mutton import belief
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import FARMER, LETTERS, WOLF

NAMES = {1: "Bruno", 2: "Ada"}
FLOCK = """
    A B .
   . C D E
  F . . G .
   H . I .
    . J .
"""
TRIES = ("pass", "A", "B:", "C,D", "A,B,C", "J:", "nonsense", "", "Z", "HIDE", "a1", "A:B-a3", "sparse")


def everything(state: State, seat: Seat | None) -> list[str]:
    """All that a viewer can get out of a position."""
    view = ROUND.view(state, seat)
    got = [to_json(view), ROUND.prompt(view, NAMES).text, ROUND.text(view, NAMES), svg(ROUND.picture(view, NAMES))]
    if seat is not None:
        got.append(" ".join(ROUND.parts(state, seat, ())))
        for text in TRIES:
            try:
                got.append(str(ROUND.read(state, seat, text, Random(1))))
            except MoveError as error:
                got.append(f"{type(error).__name__} {error}")
    return got


def packs(count: int) -> Iterator[str]:
    yield from map("".join, combinations(LETTERS[:10], count))


def replayed(opening: State, pack: str, moves: list[tuple[Seat, tuple[str, ...]]]) -> tuple[State, list[str]] | None:
    """The same public moves with another pack, and what the Farmer is told; None if the pack does not allow them."""
    state = go(opening, pack)
    told: list[str] = []
    for seat, move in moves:
        try:
            state, facts = ROUND.apply(state, seat, move)
        except MoveError:
            return None
        told += [to_json(t.fact) for t in facts if t.reaches(FARMER)]
        assert [t.reaches(FARMER) for t in facts] == [t.reaches(None) for t in facts]
    return state, told


@pytest.mark.parametrize("words", ["", "-no_reveal", "-no_reveal -escape", "-shotgun -no_reveal", "-huddle -remove"])
@pytest.mark.parametrize("seed", range(2))
def test_every_pack_that_fits_the_facts_gives_the_farmer_the_same_bytes(words: str, seed: int) -> None:
    rng = Random(seed)
    opening = start(FLOCK, f"-num_wolves=3 {words}")
    truth = "".join(rng.sample(LETTERS[:10], 3))
    state, moves, told = go(opening, truth), [], []
    for _ in range(10):
        (seat,) = ROUND.to_move(state)
        move = random_move(ROUND, state, seat, rng)
        if seat == FARMER and len(move) > 1 and not move[0].endswith(":"):
            move = move[:1]
        after, facts = ROUND.apply(state, seat, move)
        if ROUND.outcome(after) is not None:
            break
        state = after
        moves.append((seat, move))
        told += [to_json(t.fact) for t in facts if t.reaches(FARMER)]
        worlds = [found for pack in packs(3) if (found := replayed(opening, pack, moves)) and found[1] == told]
        alike = [world for world, _ in worlds if ROUND.outcome(world) is None]
        for viewer in (FARMER, None):
            some = rng.sample(alike, min(6, len(alike)))
            assert {tuple(everything(world, viewer)) for world in some} == {tuple(everything(state, viewer))}
        # What can be told apart from the truth is exactly what the exact belief leaves out.
        assert belief.hypotheses(ROUND.view(state, FARMER)) == len(alike)


def test_the_spectator_sees_what_the_farmer_sees() -> None:
    state = go(start(FLOCK, "-num_wolves=3"), "ACE")
    seen, watched = ROUND.view(state, FARMER), ROUND.view(state, None)
    assert to_json(seen).replace('"seat":2', '"seat":null') == to_json(watched)


def test_only_the_wolf_sees_its_wolves() -> None:
    state = go(start(FLOCK, "-num_wolves=3"), "ACE")
    assert ROUND.view(state, WOLF).wolves == "ACE"
    for viewer in (FARMER, None):
        view = ROUND.view(state, viewer)
        assert view.wolves is None
        assert all(animal.wolf is None for animal in view.animals)
        assert 'href="#wolf-ewe"' not in svg(ROUND.picture(view, NAMES))
    assert svg(ROUND.picture(ROUND.view(state, WOLF), NAMES)).count('href="#wolf-ewe"') == 3


def test_with_no_reveal_the_farmer_gets_neither_score_nor_count_of_wolves() -> None:
    state = go(start(FLOCK, "-num_wolves=3 -no_reveal"), "ACE", "B:A-e3,C-e5,D-d5", "C")
    view = ROUND.view(state, FARMER)
    assert view.score is None
    shown = ROUND.text(view, NAMES) + svg(ROUND.picture(view, NAMES))
    assert "Score" not in shown
    assert "left" not in ROUND.text(view, NAMES)
    assert 'href="#mutton-corpse-wolf"' not in shown


def test_everything_is_public_at_the_end() -> None:
    state = go(start(FLOCK, "-num_wolves=3 -no_reveal"), "ACE", "B:A-e3,C-e5,D-d5", "A,C,E")
    for viewer in (FARMER, None):
        view = ROUND.view(state, viewer)
        assert view.wolves == "ACE"
        assert view.score == 1
        assert all(animal.wolf is not None for animal in view.animals)


def test_a_forced_pass_is_public() -> None:
    alone = """
        A . .
       . . . .
      . . B C .
       . . . .
        . . D
    """
    state = go(start(alone, "-num_wolves=1"), "A", "pass")
    assert ROUND.view(state, FARMER).log[-1].kind == "pass"
    assert belief.odds(ROUND.view(state, FARMER)) == {"A": 0.5, "B": 0.0, "C": 0.0, "D": 0.5}
