"""Every law that guards secrets and odds fails on a game that breaks it: Pebbles and Tiny, each with one fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

import tiny
from laws import test_beliefs as beliefs
from laws import test_secrets as secrets
from pebbles import Pebbles
from pebbles.rules import HEAPS, State, View
from sheepfold.core.contract import Ahead, Legal, Marginal, Move, Seat, Told
from sheepfold.core.errors import IllegalNow
from sheepfold.core.records.progress import AnyGame
from tiny import Tiny

Law = Callable[[AnyGame, Random], None]


class TellsTheDeal(Pebbles):
    """Everybody is told everybody's lucky heap, which no view shows."""

    def play(self, legal: Legal[State]) -> tuple[State, tuple[Told, ...]]:  # type: ignore[override]
        return told_to_all(super().play(legal))


class TellsTheChoice(Tiny):
    """Everybody is told a sealed choice."""

    def play(self, legal: Legal[tiny.State]) -> tuple[tiny.State, tuple[Told, ...]]:
        return told_to_all(super().play(legal))


class LegalByTheDeal(Pebbles):
    """Lists first the heap that is lucky for the next player."""

    def ahead(self, state: State, seat: Seat, so_far: Move, before: Ahead | None = None) -> Ahead:  # type: ignore[override]
        found = super().ahead(state, seat, so_far)
        if so_far or not state.lucky:
            return found
        theirs = state.lucky[seat % state.seats]
        return found._replace(parts=tuple(sorted(found.parts, key=lambda heap: heap != theirs)))


class RefusesByTheDeal(Pebbles):
    """A refusal names the heap that is lucky for the first player."""

    def check(self, state: State, seat: Seat, move: Move) -> Legal[State]:  # type: ignore[override]
        try:
            return super().check(state, seat, move)
        except IllegalNow as error:
            raise IllegalNow(f"{error} {state.lucky[:1]}") from None


class ShowsTheDeal(Pebbles):
    """Once somebody has taken pebbles, their lucky heap is in every view, and nobody was told."""

    def view(self, state: State, seat: Seat | None) -> View:  # type: ignore[override]
        seen = super().view(state, seat)
        shown = [
            own if any(taken) else known
            for own, taken, known in zip(state.lucky, state.taken, seen.lucky, strict=False)
        ]
        return replace(seen, lucky=(*shown, *seen.lucky[len(shown) :]))


class AlwaysReversible(Pebbles):
    """The last move, which turns up all lucky heaps, may be taken back."""

    def reversible(self, state: State, seat: Seat, move: Move, after: State | None = None) -> bool:
        return True


class WrongBeliefs(Pebbles):
    """The first heap is said to be likelier than it is."""

    def beliefs(self, view: View) -> tuple[Marginal, ...]:  # type: ignore[override]
        return tuple(Marginal.of(one.about, {"a": 0.5, "b": 0.25, "c": 0.25}) for one in super().beliefs(view))


class BiasedImagine(Pebbles):
    """The first heap is drawn too often."""

    def imagine(self, view: View, rng: Random) -> State:  # type: ignore[override]
        return replace(super().imagine(view, rng), lucky=tuple(heap or rng.choice("aabc") for heap in view.lucky))


class BothBiased(WrongBeliefs, BiasedImagine):
    """Beliefs and imagine agree with each other, and not with how the heaps are dealt."""


class CallsTheTruthImpossible(Pebbles):
    """The last heap is left out."""

    def beliefs(self, view: View) -> tuple[Marginal, ...]:  # type: ignore[override]
        return tuple(Marginal.of(one.about, dict.fromkeys(HEAPS[:-1], 1 / 2)) for one in super().beliefs(view))


class BadEnglish(Pebbles):
    """Says "You takes"."""

    def tell(self, fact: Any, names: Mapping[Seat, str]) -> str:  # type: ignore[override]
        return super().tell(fact, names).replace("You take ", "You takes ")


class Guessing(Pebbles):
    """Says "You guess", which is good English."""

    def tell(self, fact: Any, names: Mapping[Seat, str]) -> str:  # type: ignore[override]
        return super().tell(fact, names).replace("You take ", "You guess ")


def told_to_all(result: tuple[State, tuple[Told, ...]]) -> tuple[State, tuple[Told, ...]]:
    state, told = result
    return state, tuple(Told(each.fact) for each in told)


FAULTS: tuple[tuple[Law, AnyGame], ...] = (
    (secrets.test_of_moves_that_a_viewer_cannot_tell_apart_they_are_told_the_same, TellsTheDeal()),
    (secrets.test_of_moves_that_a_viewer_cannot_tell_apart_they_are_told_the_same, TellsTheChoice()),
    (secrets.test_what_may_be_taken_back_told_nobody_a_secret, AlwaysReversible()),
    (secrets.test_a_seat_cannot_tell_the_true_world_from_an_imagined_one, LegalByTheDeal()),
    (secrets.test_legal_parts_are_the_same_all_the_way_down, LegalByTheDeal()),
    (secrets.test_refusals_are_the_same, RefusesByTheDeal()),
    (partial(secrets.test_whoever_is_told_the_same_sees_the_same, alike=True), ShowsTheDeal()),
    (secrets.test_readers_are_spoken_to_in_good_english, BadEnglish()),
    (beliefs.test_the_truth_is_never_called_impossible, CallsTheTruthImpossible()),
    (beliefs.test_imagined_worlds_are_as_frequent_as_beliefs_say, WrongBeliefs()),
    (beliefs.test_imagined_worlds_are_as_frequent_as_beliefs_say, BiasedImagine()),
    (beliefs.test_beliefs_and_imagine_agree_with_enumeration_where_the_game_is_small, WrongBeliefs()),
    (beliefs.test_beliefs_and_imagine_agree_with_enumeration_where_the_game_is_small, BiasedImagine()),
    (beliefs.test_beliefs_and_imagine_agree_with_enumeration_where_the_game_is_small, BothBiased()),
)


@pytest.mark.parametrize(("law", "faulty"), [pytest.param(*fault, id=type(fault[1]).__name__) for fault in FAULTS])
def test_a_fault_breaks_its_law(law: Law, faulty: AnyGame) -> None:
    def judged() -> None:
        for seed in range(4):
            law(faulty, Random(seed))

    with pytest.raises(AssertionError):
        judged()


def test_a_verb_that_ends_in_ss_is_good_english() -> None:
    for seed in range(4):
        secrets.test_readers_are_spoken_to_in_good_english(Guessing(), Random(seed))


@pytest.mark.parametrize("law", dict.fromkeys(law for law, _ in FAULTS[:3]))
def test_tiny_without_a_fault_keeps_the_laws_of_what_is_told(law: Law) -> None:
    for seed in range(4):
        law(tiny.GAME, Random(seed))
