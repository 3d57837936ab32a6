"""The end of a round and of the game: right and wrong, points, error tokens, the boy's bonus, ties."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.woolf.setting import FIVE, card, heard, played, table, turns
from sheepfold.core.contract import NATURE
from sheepfold.core.records import chance
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.score import pointer_right, reveal, winners
from sheepfold.games.woolf.state import State
from sheepfold.games.woolf.terms import Clue, Reveal, Suspected, Suspicion

CAST = ("wolf", "boy", "hunter", "sheep", "hunter")


def ended(pointers: str, *events: Clue | Suspected, hands: tuple[str, ...] = FIVE) -> tuple[Suspicion, ...]:
    """The judged suspicions; pointers as ``"4x 14 10 xx xx"``."""
    dealt = tuple((card(hand.split()[0]), card(hand.split()[1])) for hand in hands)
    pairs = [(word[0], word[1]) for word in pointers.split()]
    return reveal(1, dealt, events, pairs).suspicions


def wolf_token(by: int, at: int) -> Clue:
    return Clue(by, at, "", "wolf", "sheep/sheep")


# -- one pointer --------------------------------------------------------------------------------


def test_a_pointer_is_right_when_it_names_a_player_of_the_target() -> None:
    assert pointer_right(CAST, "hunter", "3")
    assert pointer_right(CAST, "hunter", "5")
    assert not pointer_right(CAST, "hunter", "4")


def test_zero_is_right_when_nobody_plays_the_target() -> None:
    assert pointer_right(CAST, "dog", "0")
    assert not pointer_right(CAST, "sheep", "0")


def test_zero_counts_the_simulated_player_too() -> None:
    hands = ("wolf sheep", "hunter sheep", "hunter? sheep", "boy sheep", "dog dog?")
    assert [s.error for s in ended("xx 10 15 xx", hands=hands)] == ["", "black", "", ""]


# -- suspicions ---------------------------------------------------------------------------------


def test_a_suspicion_is_correct_only_when_both_pointers_are() -> None:
    both, first, second = (ended(f"xx xx {pair} xx xx")[2] for pair in ("10", "12", "20"))
    assert (both.points, both.error, both.right) == (1, "", (True, True))
    assert (first.points, first.error, first.right) == (0, "black", (True, False))
    assert (second.points, second.error, second.right) == (0, "black", (False, True))


def test_a_wolf_has_only_one_target() -> None:
    assert ended("4x xx xx xx xx")[0].points == 1
    assert ended("2x xx xx xx xx")[0].error == "black"


def test_a_correct_early_suspicion_brings_two_points_a_final_one_brings_one() -> None:
    suspicions = ended("4x xx 10 xx xx", Suspected(1))
    assert (suspicions[0].points, suspicions[2].points) == (2, 1)


def test_declining_brings_nothing() -> None:
    assert ended("xx xx xx xx xx")[3] == Suspicion(4, False, ("x", "x"), (False, False), 0, 0, "")


def test_an_incorrect_early_suspicion_turns_the_error_token_red() -> None:
    suspicions = ended("2x xx 12 xx xx", Suspected(1))
    assert (suspicions[0].error, suspicions[2].error) == ("red", "black")


# -- the shepherd boy's bonus -------------------------------------------------------------------


def test_the_boy_gains_a_point_for_each_hunter_or_dog_misled_by_his_wolf_token() -> None:
    assert ended("xx xx 40 xx 40", wolf_token(2, 4))[1].bonus == 2
    hands = ("wolf sheep", "boy sheep", "dog sheep", "sheep sheep", "hunter? dog?")
    assert ended("xx xx 40 xx xx", wolf_token(2, 4), hands=hands)[1].bonus == 1


def test_no_bonus_without_the_boys_own_token() -> None:
    assert ended("xx xx 40 xx xx")[1].bonus == 0
    assert ended("xx xx 40 xx xx", wolf_token(5, 4))[1].bonus == 0
    assert ended("xx xx 40 xx xx", Clue(2, 4, "", "?", "dog/?"))[1].bonus == 0


def test_no_bonus_for_somebody_who_found_a_true_wolf() -> None:
    assert ended("xx xx 10 xx xx", wolf_token(2, 1))[1].bonus == 0


def test_no_bonus_for_a_misled_sheep() -> None:
    hands = ("wolf sheep", "boy sheep", "dog sheep", "sheep sheep", "hunter dog")
    assert ended("xx xx xx 34 xx", wolf_token(2, 3), wolf_token(2, 4), hands=hands)[1].bonus == 0


def test_no_bonus_for_somebody_who_thinks_that_nobody_is_the_wolf() -> None:
    assert ended("xx xx 00 xx xx", wolf_token(2, 4))[1].bonus == 0


def test_only_the_pointer_at_the_wolf_counts() -> None:
    assert ended("xx xx 14 xx xx", wolf_token(2, 4))[1].bonus == 0


def test_a_token_before_the_simulated_player_misleads_as_well() -> None:
    hands = ("wolf sheep", "boy sheep", "hunter dog", "hunter? sheep", "dog? sheep")
    assert ended("xx xx 5x xx".replace("5x", "50"), wolf_token(2, 5), hands=hands)[1].bonus == 1


@pytest.mark.parametrize(("boys", "points", "error"), [("14", 1, ""), ("13", 0, "black"), ("xx", 0, "")])
def test_the_bonus_does_not_depend_on_the_boys_own_suspicion(boys: str, points: int, error: str) -> None:
    boy = ended(f"xx {boys} 40 xx xx", wolf_token(2, 4))[1]
    assert (boy.points, boy.error, boy.bonus) == (points, error, 1)


def test_several_boys_are_paid_for_their_own_tokens() -> None:
    hands = ("wolf sheep", "boy sheep", "boy sheep", "sheep sheep", "hunter sheep")
    assert [s.bonus for s in ended("xx xx xx xx 40", wolf_token(3, 4), hands=hands)] == [0, 0, 1, 0, 0]


# -- the worked example -------------------------------------------------------------------------


def test_the_worked_example_of_the_source() -> None:
    """Eva wolf, Thomas shepherd boy, Paul hunter, Jason sheep, Kenneth hunter."""
    hands = ("wolf sheep", "boy hunter", "hunter? sheep", "sheep sheep", "hunter sheep")
    state = table(*hands, questions={4: ("wolf-hunter-boy", "dog")})
    state = played(state, "1 peek 4", "0 0", "2 peek 5", "0 0", "3 peek 2", "0 0", "4 ask 3 wolf-hunter-boy")
    assert [getattr(event, "said", None) for event in state.events] == ["sheep", "wolf", "?", None]
    assert state.events[3].yes  # type: ignore[union-attr]
    state = played(state, "5 peek 1", "0 0", "1 peek 4", "0 0", "2 peek 4", "0 0")
    state = played(state, *(m for n in (3, 4, 5) for m in (f"{n} peek 2", "0 0")))
    state = played(state, "1 suspect 4 x", "2 suspect 1 3", "3 suspect 4 0", "5 decline", "4 decline")
    eva, thomas, paul, jason, kenneth = state.reveals[0].suspicions
    assert (eva.points, eva.error) == (2, "")
    assert (thomas.right, thomas.error, thomas.points, thomas.bonus) == ((True, False), "red", 0, 1)
    assert (paul.right, paul.error, paul.points) == ((False, True), "black", 0)
    assert (kenneth.points, kenneth.error) == (0, "")
    assert state.points == (2, 1, 0, 0, 0)
    assert state.errors == (0, 1, 1, 0, 0)
    assert jason.pointers == ("x", "x")


# -- the end of a round and of the game ---------------------------------------------------------


def ready(state: State) -> State:
    """Two have suspected early; the others are to hand in."""
    return played(turns(state), "1 suspect 4 x", "2 suspect 1 4")


def test_at_the_end_of_a_round_all_cards_and_pointers_are_turned_up() -> None:
    state, told = heard(played(ready(table(*FIVE)), "3 decline", "4 suspect 0 3"), "5 suspect 1 0")
    shown = next(t.fact for t in told if isinstance(t.fact, Reveal))
    assert shown == state.reveals[0] == GAME.view(state, None).reveals[0]
    assert [s.pointers for s in shown.suspicions] == [("4", "x"), ("1", "4"), ("x", "x"), ("0", "3"), ("1", "0")]
    assert shown.characters == CAST


def test_cards_are_turned_up_as_an_unordered_pair() -> None:
    plain = ready(table(*FIVE, shuffle=False))
    swapped = played(plain, "3 swap")
    done = ("3 decline", "4 decline", "5 decline")
    assert played(plain, *done).reveals == played(swapped, *done).reveals


def test_tokens_and_questions_go_back_at_the_end_of_a_round() -> None:
    state = played(ready(table(*FIVE)), "3 decline", "4 decline", "5 decline")
    assert (state.events, state.questions, state.hands, state.pointers) == ((), (), (), ())


def test_the_game_ends_after_three_rounds() -> None:
    state = GAME.start(GAME.options(turn_limit=1), 5)
    for number in range(3):
        assert (state.round, GAME.outcome(state)) == (number + 1, None)
        state = turns(GAME.apply(state, NATURE, chance.draw(GAME, state, bytes(32), number))[0])
        state = played(state, *(f"{seat} decline" for seat in range(1, 6)))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.reason == "three rounds"


def test_the_game_ends_after_a_round_in_which_somebody_holds_two_error_tokens() -> None:
    state = replace(ready(table(*FIVE)), errors=(0, 0, 1, 1, 0))
    going_on = played(state, "3 decline", "4 decline", "5 suspect 2 0")
    assert GAME.outcome(going_on) is None
    outcome = GAME.outcome(played(state, "3 suspect 2 0", "4 decline", "5 decline"))
    assert outcome is not None
    assert outcome.reason == "two errors"


def test_most_points_win() -> None:
    assert winners((1, 3, 2), (0, 1, 0)) == (2,)


def test_then_the_fewest_error_tokens_win() -> None:
    assert winners((3, 3, 2), (1, 0, 0)) == (2,)


def test_then_the_win_is_shared() -> None:
    assert winners((3, 3, 2), (1, 1, 0)) == (1, 2)


def test_somebody_always_plays_the_wolf_but_the_sheep_may_be_missing() -> None:
    hands = ("wolf sheep", "boy sheep", "hunter sheep", "dog sheep", "hunter? dog?")
    dealt = tuple((card(hand.split()[0]), card(hand.split()[1])) for hand in hands)
    cast = reveal(1, dealt, (), [("x", "x")] * 5).characters
    assert "wolf" in cast
    assert "sheep" not in cast
    assert ended("0x xx xx xx xx", hands=hands)[0].points == 1
