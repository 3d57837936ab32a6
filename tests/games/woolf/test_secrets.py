"""Two tables that a seat cannot tell apart give that seat the same bytes, secret by secret."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.woolf.setting import FIVE, facts, heard, played, table, turns
from sheepfold.core.contract import Seat
from sheepfold.core.drawing.svg import svg
from sheepfold.core.errors import MoveError
from sheepfold.core.records.to_json import to_json
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.face import FACE
from sheepfold.games.woolf.state import State

NAMES = {1: "Ada", 2: "Bruno", 3: "Cleo", 4: "Dov", 5: "Emi"}
TRIES = (
    "peek 2", "peek 3L", "peek 9", "ask 3 dog", "ask 2 sheep", "ask 2 wolf-hunter-boy", "suspect 1 2", "suspect 3 x",
    "suspect 3", "suspect x x", "decline", "swap", "nonsense", "", "random",
)  # fmt: skip


def answered(state: State, seat: Seat, text: str) -> str:
    try:
        return f"{GAME.read(state, seat, text)}"
    except MoveError as error:
        return f"{type(error).__name__}: {error}"


def received(state: State, seat: Seat | None) -> list[str]:
    """Everything that a viewer can get out of a table."""
    view = GAME.view(state, seat)
    got = [to_json(view), GAME.prompt(view, NAMES).text, GAME.text(view, NAMES), svg(GAME.picture(view, NAMES))]
    got.append(" ".join(map(str, sorted(GAME.to_move(state)))))
    got.append(
        to_json([FACE.once(view), FACE.stage(view, None, NAMES), FACE.past(view, NAMES), FACE.page(view, NAMES)])
    )
    if seat is not None:
        got += [
            " ".join(GAME.parts(state, seat, so_far)) for so_far in ((), ("suspect",), ("suspect", "3"), ("ask", "2"))
        ]
        got += [answered(state, seat, text) for text in TRIES]
    return got


def assert_alike(one: State, other: State, *seats: Seat | None) -> None:
    assert one != other
    for seat in seats:
        assert received(one, seat) == received(other, seat)


@pytest.mark.parametrize("shuffle", [True, False])
def test_others_cards_stay_secret(shuffle: bool) -> None:
    one = table(*FIVE, shuffle=shuffle)
    other = table(FIVE[0], FIVE[3], FIVE[4], FIVE[1], FIVE[2], shuffle=shuffle)
    assert_alike(one, other, 1, None)


def test_the_simulated_players_cards_stay_secret() -> None:
    one = table(*FIVE, players=4)
    assert_alike(one, table(*FIVE[:3], FIVE[4], FIVE[3], players=4), 1, 2, 3, None)


def test_question_cards_in_hand_stay_secret() -> None:
    one = table(
        *FIVE, questions={2: ("dog", "sheep"), 3: ("hunter", "hunter"), 4: ("dog", "dog"), 5: ("sheep", "hunter")}
    )
    other = replace(one, questions=(one.questions[0], *reversed(one.questions[1:])))
    assert_alike(one, other, 1, None)


def test_what_others_peeked_at_stays_secret() -> None:
    """A boy says "wolf" of either card; nobody but the boy learns which it was."""
    hands = ("hunter dog", "boy sheep", "wolf sheep", "sheep sheep", "hunter? dog?")
    state = played(table(*hands, start=2), "2 peek 1")
    one, told = heard(state, "0 0")
    other, heard_too = heard(state, "0 1")
    for seat in (None, 1, 3, 4, 5):
        assert facts(told, seat) == facts(heard_too, seat)
    assert_alike(one, other, None, 1, 3, 4, 5)
    assert received(one, 2) != received(other, 2)


def test_early_pointers_stay_secret_until_the_reveal() -> None:
    state = turns(table(*FIVE))
    one, told = heard(state, "1 suspect 4 x")
    other, heard_too = heard(state, "1 suspect 0 x")
    for seat in (None, 2, 3, 4, 5):
        assert facts(told, seat) == facts(heard_too, seat)
    assert_alike(one, other, None, 2, 3, 4, 5)


def test_final_suspicions_stay_secret_and_so_does_declining() -> None:
    state = played(turns(table(*FIVE)), "1 suspect 4 x", "2 suspect 1 4")
    one, told = heard(state, "3 decline")
    other, heard_too = heard(state, "3 suspect 1 0")
    for seat in (None, 1, 2, 4, 5):
        assert facts(told, seat) == facts(heard_too, seat)
    assert_alike(one, other, None, 1, 2, 4, 5)


def test_the_order_of_sealed_suspicions_does_not_show() -> None:
    state = played(turns(table(*FIVE)), "1 suspect 4 x", "2 suspect 1 4")
    one = played(state, "3 decline", "5 suspect 1 0")
    other = played(state, "5 suspect 1 0", "3 decline")
    for seat in (None, 1, 2, 3, 4, 5):
        assert received(one, seat) == received(other, seat)
    assert received(played(one, "4 decline"), None) == received(
        played(state, "4 decline", "5 suspect 1 0", "3 decline"), None
    )


def test_everybody_sees_who_still_has_to_hand_in() -> None:
    state = played(turns(table(*FIVE)), "1 suspect 4 x", "2 suspect 1 4", "5 decline")
    assert GAME.view(state, None).waiting == (3, 4)


@pytest.mark.parametrize("moment", ["turn", "out of turn", "out of the round", "final", "handed in"])
def test_a_swap_leaves_no_trace_for_others(moment: str) -> None:
    state = table(*FIVE, shuffle=False)
    if moment != "turn":
        state = turns(state)
    if moment in ("out of the round", "final", "handed in"):
        state = played(state, "1 suspect 4 x")
    if moment in ("final", "handed in"):
        state = played(state, "2 suspect 1 4")
    if moment == "handed in":
        state = played(state, "3 decline")
    swapper = 3 if moment in ("out of turn", "final", "handed in") else 1
    others = [None, *(seat for seat in range(1, 6) if seat != swapper)]
    swapped, told = heard(state, f"{swapper} swap")
    assert [fact for seat in others for fact in facts(told, seat)] == []
    assert facts(told, swapper)
    assert_alike(state, swapped, *others)
    assert_alike(state, played(swapped, f"{swapper} swap", f"{swapper} swap"), *others)
    assert GAME.to_move(state) == GAME.to_move(swapped)


def test_swap_is_offered_to_everybody_alike() -> None:
    state = table(*FIVE, shuffle=False)
    assert list(GAME.parts(state, 1, ())) == ["peek", "ask", "swap"]
    assert [list(GAME.parts(state, seat, ())) for seat in range(2, 6)] == [["swap"]] * 4


def test_unused_questions_and_peeked_cards_stay_secret_after_a_round() -> None:
    hands = ("hunter dog", "boy sheep", "wolf sheep", "sheep sheep", "hunter? dog?")
    state = played(table(*hands, start=2), "2 peek 1")
    ends = []
    for seen in ("0 0", "0 1"):
        after = turns(played(state, seen))
        after = played(after, "3 suspect 4 x", "4 suspect 0 1", *(f"{seat} decline" for seat in (1, 2, 5)))
        ends.append(after)
    assert ends[0] == ends[1]


def test_an_owner_whose_place_was_named_knows_the_card_and_nobody_else_does() -> None:
    state = played(table(*FIVE, shuffle=False), "1 peek 3R")
    known = {seat: GAME.view(state, seat).events[0].card for seat in range(1, 6)}  # type: ignore[union-attr]
    assert known == {1: "dog/dog", 2: None, 3: "dog/dog", 4: None, 5: None}


def test_a_spectator_sees_no_secret() -> None:
    view = GAME.view(played(turns(table(*FIVE)), "1 suspect 4 x"), None)
    assert (view.hand, view.questions, view.pointers) == (None, (), None)
    assert all(getattr(event, "card", None) is None for event in view.events)
