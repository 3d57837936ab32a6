"""Odd corners of the rules: disguises and the boy, the red token, the simulated player, limits, ties."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.woolf.setting import FIVE, facts, heard, odds, played, table, turns
from sheepfold.core.contract import NATURE
from sheepfold.core.errors import IllegalNow
from sheepfold.core.records import chance
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.board import TARGETS, VALUE, announcement, answer
from sheepfold.games.woolf.score import winners
from sheepfold.games.woolf.state import State
from sheepfold.games.woolf.terms import Clue, Reveal, Saw

DISGUISED = ("wolf sheep", "boy/hunter sheep", "hunter/sheep dog", "sheep/dog sheep", "hunter dog/wolf")
"""Wolf, shepherd boy, hunter, sheep, hunter, as ``FIVE`` but in the advanced set."""


def ready(state: State) -> State:
    """Seats 1 and 2 have suspected early and rightly; the others are to hand in."""
    return played(turns(state), "1 suspect 4 x", "2 suspect 1 4")


def judged(state: State) -> Reveal:
    """The reveal of the round that just ended."""
    return state.reveals[-1]


# -- the advanced set --------------------------------------------------------------------------


@pytest.mark.parametrize(("index", "card", "said"), [(0, "hunter/hunter", "hunter"), (1, "dog/wolf", "wolf")])
def test_a_peek_announces_the_appearance_whatever_the_image(index: int, card: str, said: str) -> None:
    _, told = heard(played(table(*DISGUISED, advanced=True), "1 peek 5"), f"0 {index}")
    assert facts(told, 3) == [Clue(1, 5, "", said, None)]
    assert Saw(5, "", card) in facts(told, 1)


def test_in_the_advanced_set_a_shepherd_boy_cries_wolf_at_everything() -> None:
    disguises = ("boy/hunter", "hunter/sheep", "dog/wolf", "sheep/dog", "sheep/sheep", "wolf/wolf")
    assert {announcement("boy", card) for card in disguises} == {"wolf"}


def test_a_disguised_card_counts_by_its_image_for_the_pointers() -> None:
    state = played(turns(table(*DISGUISED, advanced=True)), "1 suspect 4 x", "2 suspect 1 4", "3 suspect 1 0")
    state = played(state, "4 suspect 0 5", "5 suspect 1 0")
    assert judged(state).characters == ("wolf", "boy", "hunter", "sheep", "hunter")
    assert [s.error for s in judged(state).suspicions] == [""] * 5


def test_advanced_with_a_replaced_table_is_dealt_and_played_with_its_disguises() -> None:
    state = GAME.start(GAME.options(advanced=True, cards=(1, 0, 3, 0, 3, 2, 1)), 5)
    state, _ = GAME.apply(state, NATURE, chance.draw(GAME, state, bytes(32), 0))
    dealt = sorted(card for hand in state.hands for card in hand)
    assert dealt == sorted(
        ["sheep/dog", *["dog/wolf"] * 3, *["hunter/sheep"] * 3, *["boy/hunter"] * 2, "wolf/wolf"]
    )  # the only sheep is the disguised one


def test_a_shepherd_boy_answers_questions_truthfully() -> None:
    assert answer(("boy/?", "sheep/sheep"), "wolf-hunter-boy")
    assert not answer(("boy/?", "sheep/sheep"), "dog")


# -- the shepherd boy's bonus ------------------------------------------------------------------


def test_an_early_suspicion_that_the_boy_misled_brings_him_his_point_too() -> None:
    state = played(table(*FIVE, start=2), "2 peek 4", "0 0")
    state = turns(state)
    state = played(state, "3 suspect 4 0", "4 peek 1", "0 0", "5 suspect 4 0", *(f"{n} decline" for n in (1, 2, 4)))
    _, boy, early, _, other = judged(state).suspicions
    assert (early.error, other.error) == ("red", "red")
    assert (boy.bonus, state.points) == (2, (0, 2, 0, 0, 0))


def test_a_wolf_token_of_an_earlier_round_brings_the_boy_nothing() -> None:
    state = played(ready(table(*FIVE)), "3 decline", "4 decline", "5 decline")
    fresh = table(*FIVE, start=3)
    again = replace(state, phase="turn", hands=fresh.hands, questions=fresh.questions, turn=3, pointers=(None,) * 5)
    again = played(again, *(m for n in (3, 4, 5, 1) for m in (f"{n} peek {n % 5 + 1}", "0 0")), "2 peek 5", "0 0")
    again = played(again, "3 suspect 4 0", "4 suspect 0 3", *(f"{n} decline" for n in (1, 2, 5)))
    assert judged(again).suspicions[1].bonus == 0


def test_two_tokens_before_the_same_player_bring_one_point_for_each_who_was_misled() -> None:
    state = played(table(*FIVE, start=2), "2 peek 4", "0 0", *(m for n in (3, 4, 5, 1) for m in (f"{n} peek 2", "0 0")))
    state = played(state, "2 peek 4", "0 1", *(m for n in (3, 4, 5) for m in (f"{n} peek 2", "0 0")))
    state = played(state, "1 suspect 4 x", "2 suspect 1 4", "3 suspect 4 0", "4 decline", "5 decline")
    assert judged(state).suspicions[1].bonus == 1


# -- the red token -----------------------------------------------------------------------------


def test_a_red_error_token_forbids_no_peek_no_question_and_no_final_suspicion() -> None:
    red = replace(turns(table(*FIVE)), red=(True, False, False, False, False))
    assert list(GAME.parts(red, 1, ())) == ["peek", "ask"]
    final = played(red, "1 peek 2", "0 0", "2 suspect 1 4", "3 suspect 1 0")
    assert list(GAME.parts(final, 1, ())) == ["suspect", "decline"]


def test_an_incorrect_final_suspicion_does_not_turn_red() -> None:
    state = played(ready(table(*FIVE)), "3 suspect 2 0", "4 decline", "5 decline")
    assert (state.errors, state.red) == ((0, 0, 1, 0, 0), (False,) * 5)


# -- four players and a simulated fifth --------------------------------------------------------

HIDDEN_DOG = ("wolf sheep", "boy sheep", "hunter sheep", "hunter? sheep", "dog dog?")
"""Only the simulated player is a hunting dog, and nobody is a sheep."""


def ended_with(*finals: str) -> Reveal:
    state = played(turns(table(*HIDDEN_DOG, players=4)), "1 suspect 0 x", "2 suspect 1 0", *finals)
    return judged(state)


def test_zero_is_wrong_where_only_the_simulated_player_is_the_character() -> None:
    suspicions = ended_with("3 suspect 1 0", "4 suspect 1 5").suspicions
    assert [s.error for s in suspicions] == ["", "", "black", ""]


def test_the_simulated_players_cards_are_turned_up_too_and_it_scores_nothing() -> None:
    found = ended_with("3 decline", "4 decline")
    assert found.characters[4] == "dog"
    assert len(found.hands) == 5
    assert len(found.suspicions) == 4


def test_two_early_suspicions_end_a_round_of_four_and_the_simulated_player_hands_nothing_in() -> None:
    state = played(turns(table(*HIDDEN_DOG, players=4)), "1 suspect 0 x", "2 suspect 1 0")
    assert GAME.to_move(state) == {3, 4}


def test_turns_pass_over_the_simulated_player() -> None:
    state = played(table(*HIDDEN_DOG, players=4, start=4), "4 peek 5", "0 0")
    assert state.turn == 1


# -- swapping ----------------------------------------------------------------------------------


def test_a_swap_is_legal_while_chance_turns_up_a_card_of_the_simulated_player() -> None:
    state = played(table(*HIDDEN_DOG, players=4, shuffle=False), "1 peek 5", "3 swap", "0 1")
    assert state.hands[2] == ("sheep/sheep", "hunter/hunter")
    assert state.events == (Clue(1, 5, "", "?", "dog/?"),)


def test_a_swapped_card_is_what_the_next_peek_at_that_place_sees() -> None:
    state = played(table(*FIVE, shuffle=False), "3 swap", "1 peek 3L")
    assert state.events == (Clue(1, 3, "L", "dog", "dog/dog"),)


def test_nobody_swaps_for_the_simulated_player_nor_after_the_game() -> None:
    four = table(*HIDDEN_DOG, players=4, shuffle=False)
    with pytest.raises(IllegalNow, match="no such seat"):
        GAME.apply(four, 5, ("swap",))
    over = replace(ready(table(*FIVE, shuffle=False)), round=3)
    over = played(over, "3 decline", "4 decline", "5 decline")
    with pytest.raises(IllegalNow, match="The game is over"):
        GAME.apply(over, 3, ("swap",))


# -- limits and the end ------------------------------------------------------------------------


def test_without_a_turn_limit_a_round_goes_on_until_enough_have_suspected() -> None:
    state = table(*FIVE)
    for _ in range(10):
        state = turns(state)
    assert state.phase == "turn"


def test_with_a_turn_limit_of_one_nobody_can_suspect_early() -> None:
    state = table(*FIVE, turn_limit=1)
    for _ in range(5):
        assert "suspect" not in GAME.parts(state, state.turn, ())
        state = played(state, f"{state.turn} peek {state.turn % 5 + 1}", "0 0")
    assert state.phase == "final"


def test_early_suspicions_end_a_round_before_its_turn_limit() -> None:
    assert ready(table(*FIVE, turn_limit=50)).phase == "final"


def test_the_start_player_of_round_1_is_drawn_with_even_odds() -> None:
    state = GAME.start(GAME.options(), 5)
    so_far = chance.draw(GAME, state, bytes(32), 0)[:-1]
    assert odds(state, *so_far) == {str(seat): 1 for seat in range(1, 6)}


def test_a_third_round_with_two_errors_ends_as_the_third() -> None:
    state = replace(ready(table(*FIVE)), round=3, errors=(0, 0, 1, 0, 0))
    outcome = GAME.outcome(played(state, "3 suspect 2 0", "4 decline", "5 decline"))
    assert outcome is not None
    assert outcome.reason == "three rounds"


def test_two_error_tokens_end_the_game_but_do_not_lose_it() -> None:
    assert winners((3, 2, 0), (2, 0, 0)) == (1,)


def test_a_tie_of_three_is_broken_by_error_tokens_before_it_is_shared() -> None:
    assert winners((2, 2, 2, 1), (1, 0, 0, 0)) == (2, 3)


def test_points_and_errors_all_alike_are_shared_by_everybody() -> None:
    assert winners((0, 0, 0), (0, 0, 0)) == (1, 2, 3)


@pytest.mark.parametrize("who", VALUE)
def test_nobody_seeks_their_own_character(who: str) -> None:
    assert who not in TARGETS[who]
