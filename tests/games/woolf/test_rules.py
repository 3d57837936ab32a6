"""The rules of Woolf!!, sentence by sentence: cards, dealing, turns, peeks, questions, suspicions."""

from __future__ import annotations

from collections import Counter

import pytest

from games.woolf.setting import FIVE, facts, heard, odds, played, table, turns
from sheepfold.core.contract import NATURE
from sheepfold.core.errors import IllegalNow, OptionError
from sheepfold.core.records import chance
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.board import (
    BASIC,
    DECKS,
    QUESTIONS,
    TARGETS,
    VALUE,
    announcement,
    answer,
    character,
    deck,
    early_limit,
    holders,
)
from sheepfold.games.woolf.state import State
from sheepfold.games.woolf.terms import Asked, Clue, FinalBegins, Saw, Suspected

Options = GAME.options


def refusal(state: State, move: str) -> str:
    with pytest.raises(IllegalNow) as caught:
        heard(state, move)
    return str(caught.value)


# -- cards --------------------------------------------------------------------------------------


def test_values_rise_from_sheep_to_wolf() -> None:
    assert VALUE == {"sheep": 1, "dog": 2, "hunter": 3, "boy": 4, "wolf": 5}


def test_targets_of_every_character() -> None:
    assert TARGETS == {
        "sheep": ("dog", "hunter"),
        "dog": ("wolf", "hunter"),
        "hunter": ("wolf", "dog"),
        "boy": ("wolf", "sheep"),
        "wolf": ("sheep", "x"),
    }


def test_the_basic_set_has_16_cards() -> None:
    assert dict(deck(DECKS[8], advanced=False)) == {
        "sheep/sheep": 7, "dog/dog": 2, "dog/?": 1, "hunter/hunter": 2, "hunter/?": 1, "boy/?": 1, "wolf/wolf": 2,
    }  # fmt: skip


def test_the_advanced_set_puts_disguises_for_question_marks_and_on_one_sheep() -> None:
    assert dict(deck(DECKS[8], advanced=True)) == {
        "sheep/sheep": 6, "sheep/dog": 1, "dog/dog": 2, "dog/wolf": 1, "hunter/hunter": 2, "hunter/sheep": 1,
        "boy/hunter": 1, "wolf/wolf": 2,
    }  # fmt: skip


def test_advanced_with_a_replaced_table_changes_every_question_mark_and_one_sheep() -> None:
    cards = dict(deck((3, 0, 2, 0, 2, 2, 1), advanced=True))
    assert cards == {
        "sheep/sheep": 2,
        "sheep/dog": 1,
        "dog/wolf": 2,
        "hunter/sheep": 2,
        "boy/hunter": 2,
        "wolf/wolf": 1,
    }


def test_advanced_without_sheep_disguises_none() -> None:
    assert "sheep/dog" not in dict(deck((0, 5, 1, 1, 1, 1, 1), advanced=True))


@pytest.mark.parametrize("players", range(4, 9))
def test_everybody_gets_two_cards_and_every_character_occurs(players: int) -> None:
    assert sum(DECKS[players]) == 2 * holders(players)
    assert {card.split("/")[0] for card, _ in deck(DECKS[players], advanced=False)} == set(VALUE)
    assert [DECKS[players][BASIC.index(card)] for card in ("dog/?", "hunter/?", "boy/?")] == [1, 1, 1]


@pytest.mark.parametrize(("players", "wolves"), [(4, 1), (5, 1), (6, 2), (7, 2), (8, 2)])
def test_small_games_have_one_wolf(players: int, wolves: int) -> None:
    assert DECKS[players][BASIC.index("wolf/wolf")] == wolves


def test_the_table_of_cards_can_be_replaced() -> None:
    state = GAME.start(Options(cards=(2, 2, 0, 2, 0, 2, 2)), 5)
    dealt = chance.draw(GAME, state, bytes(32), 0)[:10]
    assert Counter(dealt) == {"sheep/sheep": 2, "dog/dog": 2, "hunter/hunter": 2, "boy/?": 2, "wolf/wolf": 2}


@pytest.mark.parametrize(("players", "needed"), [(4, 10), (5, 10), (6, 12), (7, 14), (8, 16)])
def test_a_table_of_cards_that_does_not_fit_is_refused(players: int, needed: int) -> None:
    with pytest.raises(OptionError, match=f"{players} players need {needed} cards, but these are 9"):
        GAME.start(Options(cards=(3, 1, 1, 1, 1, 1, 1)), players)


# -- who am I -----------------------------------------------------------------------------------


def test_two_cards_with_the_same_image_are_that_character() -> None:
    assert character(("dog/dog", "dog/?")) == "dog"


@pytest.mark.parametrize("order", [1, -1])
def test_otherwise_the_card_with_the_higher_value_decides(order: int) -> None:
    names = ["sheep/sheep", "dog/dog", "hunter/hunter", "boy/?", "wolf/wolf"]
    for n, high in enumerate(names):
        for low in names[:n]:
            one, two = (high, low)[::order]
            assert character((one, two)) == high.split("/")[0]


def test_appearance_plays_no_part_in_who_one_is() -> None:
    assert character(("hunter/sheep", "dog/wolf")) == "hunter"


# -- dealing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(4, 9))
def test_two_characters_and_two_questions_each(players: int) -> None:
    state = GAME.start(Options(), players)
    assert GAME.to_move(state) == {NATURE}
    state, _ = GAME.apply(state, NATURE, chance.draw(GAME, state, bytes(32), 0))
    assert len(state.hands) == holders(players)
    assert [len(pair) for pair in state.questions] == [2] * players
    assert Counter(card for hand in state.hands for card in hand) == dict(deck(DECKS[players], advanced=False))
    assert not Counter(q for pair in state.questions for q in pair) - Counter(QUESTIONS)


def test_there_are_16_question_cards() -> None:
    assert QUESTIONS == {"wolf-hunter-boy": 4, "sheep-hunter-boy": 4, "dog": 3, "hunter": 3, "sheep": 2}


def test_cards_are_dealt_by_copies_left() -> None:
    state = GAME.start(Options(), 5)
    assert odds(state) == dict(deck(DECKS[5], advanced=False))
    assert odds(state, "sheep/sheep")["sheep/sheep"] == 3
    assert "wolf/wolf" not in GAME.parts(state, NATURE, ("wolf/wolf",))


def test_the_start_player_of_round_1_is_drawn() -> None:
    assert {table(*FIVE, start=n).turn for n in range(1, 6)} == {1, 2, 3, 4, 5}


def test_the_next_round_starts_left_of_the_last_early_suspicion() -> None:
    state = turns(table(*FIVE, start=4))
    state = played(state, "4 suspect 0 0", "5 suspect 1 0", "1 decline", "2 decline", "3 decline")
    assert (state.round, state.start) == (2, 1)
    state, _ = GAME.apply(state, NATURE, chance.draw(GAME, state, bytes(32), 9))
    assert state.turn == 1


def test_without_any_early_suspicion_the_start_passes_to_the_left() -> None:
    state = turns(table(*FIVE, start=5, turn_limit=1))
    state = played(state, *(f"{seat} decline" for seat in range(1, 6)))
    assert (state.round, state.start) == (2, 1)


# -- turns --------------------------------------------------------------------------------------


def test_turns_go_to_the_left_and_round_the_table() -> None:
    state = table(*FIVE, start=4)
    order = []
    for _ in range(6):
        order.append(state.turn)
        state = played(state, f"{state.turn} peek {state.turn % 5 + 1}", "0 0")
    assert order == [4, 5, 1, 2, 3, 4]


def test_a_player_who_suspected_is_out_but_still_answers_and_is_peeked_at() -> None:
    state = turns(table(*FIVE, questions={2: ("dog", "hunter")}))
    state = played(state, "1 suspect 4 x", "2 ask 1 dog", "3 peek 1", "0 0", "4 peek 3", "0 0", "5 peek 3", "0 0")
    assert state.turn == 2
    assert state.events[-4] == Asked(2, 1, "dog", yes=False)


def test_nobody_moves_out_of_turn() -> None:
    assert refusal(table(*FIVE), "2 peek 1") == "It is not your turn; player 1 is to move."


# -- peek ---------------------------------------------------------------------------------------


def test_a_peek_announces_the_appearance_and_leaves_a_token() -> None:
    state, told = heard(played(table(*FIVE), "1 peek 3"), "0 1")
    assert facts(told, 4) == [Clue(1, 3, "", "dog", None)]
    assert state.events == (Clue(1, 3, "", "dog", "dog/dog"),)


def test_the_peeker_alone_sees_the_whole_card() -> None:
    _, told = heard(played(table(*FIVE), "1 peek 5"), "0 0")
    assert facts(told, 1) == [Clue(1, 5, "", "?", None), Saw(5, "", "hunter/?")]
    for other in (None, 2, 3, 4, 5):
        assert facts(told, other) == [Clue(1, 5, "", "?", None)]


def test_a_question_mark_is_announced_as_not_knowing() -> None:
    assert announcement("sheep", "boy/?") == "?"


def test_a_shepherd_boy_always_announces_a_wolf() -> None:
    assert {announcement("boy", f"{who}/{who}") for who in VALUE} == {"wolf"}
    state = played(table(*FIVE, start=2), "2 peek 4", "0 0")
    assert state.events == (Clue(2, 4, "", "wolf", "sheep/sheep"),)


def test_even_a_shepherd_boy_leaves_a_question_mark_on_a_question_mark() -> None:
    assert announcement("boy", "dog/?") == "?"


def test_shuffled_cards_are_seen_with_even_odds() -> None:
    state = played(table(*FIVE), "1 peek 2")
    assert GAME.to_move(state) == {NATURE}
    assert GAME.ahead(state, NATURE, ())[:3] == (("0", "1"), False, None)


def test_with_shuffling_the_owner_is_not_told_which_card_was_seen() -> None:
    for index in (0, 1):
        state, told = heard(played(table("wolf dog", "boy sheep", *FIVE[2:]), "1 peek 2"), f"0 {index}")
        assert [type(fact) for fact in facts(told, 2)] == [Clue]
        assert GAME.view(state, 2).events[0].card is None  # type: ignore[union-attr]


def test_without_shuffling_the_peeker_names_left_or_right_in_public() -> None:
    state, told = heard(table(*FIVE, shuffle=False), "1 peek 3R")
    assert facts(told, 4) == [Clue(1, 3, "R", "dog", None)]
    assert state.turn == 2


def test_nobody_peeks_at_their_own_cards() -> None:
    assert refusal(table(*FIVE), "1 peek 1") == "You know your own cards. Name another player."


def test_tokens_never_run_out() -> None:
    state = table(*FIVE)
    for _ in range(12):
        state = turns(state)
    assert sum(isinstance(event, Clue) for event in state.events) == 60


# -- swap ---------------------------------------------------------------------------------------


def test_a_player_may_swap_at_any_time_even_out_of_turn() -> None:
    state = played(table(*FIVE, shuffle=False), "3 swap", "1 swap")
    assert state.hands[2] == ("dog/dog", "hunter/hunter")
    assert (state.turn, state.hands[0]) == (1, ("sheep/sheep", "wolf/wolf"))


def test_swapping_is_legal_until_the_reveal_even_when_out_of_the_round() -> None:
    state = turns(table(*FIVE, shuffle=False))
    state = played(state, "1 suspect 4 x", "1 swap", "2 suspect 1 4", "2 swap", "3 decline", "3 swap", "4 decline")
    assert "swap" in GAME.parts(state, 5, ())
    state = played(state, "5 decline")
    assert all("swap" not in GAME.parts(state, seat, ()) for seat in range(1, 6))


def test_shuffled_cards_cannot_be_swapped() -> None:
    assert "nothing to swap" in refusal(table(*FIVE), "1 swap")


# -- ask ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "hand", "said"),
    [
        ("wolf-hunter-boy", ("wolf/wolf", "sheep/sheep"), True),
        ("wolf-hunter-boy", ("dog/dog", "sheep/sheep"), False),
        ("sheep-hunter-boy", ("sheep/sheep", "sheep/sheep"), True),
        ("sheep-hunter-boy", ("wolf/wolf", "hunter/hunter"), False),
        ("dog", ("wolf/wolf", "dog/?"), True),
        ("dog", ("wolf/wolf", "sheep/dog"), False),
        ("hunter", ("boy/hunter", "sheep/sheep"), False),
        ("sheep", ("hunter/sheep", "dog/dog"), False),
        ("sheep", ("sheep/dog", "wolf/wolf"), True),
    ],
)
def test_questions_are_answered_truthfully(question: str, hand: tuple[str, str], said: bool) -> None:
    assert answer(hand, question) == said


def test_a_question_card_is_played_and_its_answer_stays_visible() -> None:
    state, told = heard(table(*FIVE, questions={1: ("dog", "sheep")}), "1 ask 3 dog")
    assert facts(told, None) == [Asked(1, 3, "dog", yes=True)]
    assert state.questions[0] == ("sheep",)
    assert GAME.view(state, None).events == (Asked(1, 3, "dog", yes=True),)


def test_only_a_question_card_in_hand_can_be_played() -> None:
    state = table(*FIVE, questions={1: ("dog", "sheep")})
    assert refusal(state, "1 ask 3 hunter") == "You do not hold that question card. You have dog and sheep."


def test_without_question_cards_nothing_can_be_asked() -> None:
    state = table(*FIVE, questions={1: ("dog", "dog")})
    for _ in range(2):
        state = played(state, "1 ask 3 dog")
        while state.turn != 1:
            state = played(state, f"{state.turn} peek 1", "0 0")
    assert "ask" not in GAME.parts(state, 1, ())
    assert "no question card left" in refusal(state, "1 ask 3 dog")


def test_nobody_asks_themselves() -> None:
    assert (
        refusal(table(*FIVE, questions={1: ("dog", "dog")}), "1 ask 1 dog")
        == "You cannot ask yourself. Name another player."
    )


# -- the simulated fifth player -----------------------------------------------------------------


def four(**options: bool) -> State:
    return table(*FIVE, players=4, questions={1: ("dog", "sheep")}, **options)


def test_four_players_are_dealt_ten_cards() -> None:
    assert len(four().hands) == 5
    assert len(four().questions) == 4


def test_the_simulated_player_can_be_peeked_at() -> None:
    state = played(four(), "1 peek 5", "0 1")
    assert state.events == (Clue(1, 5, "", "?", "dog/?"),)


def test_the_simulated_player_is_always_shuffled() -> None:
    state = played(four(shuffle=False), "1 peek 5")
    assert GAME.to_move(state) == {NATURE}
    assert "Name only the player" in refusal(four(shuffle=False), "1 peek 5L")


def test_the_simulated_player_is_never_asked() -> None:
    assert "5" not in GAME.parts(four(), 1, ("ask",))
    assert "but not ask it" in refusal(four(), "1 ask 5 dog")


def test_the_simulated_player_can_be_suspected_and_never_moves() -> None:
    state = turns(four())
    assert "5" in GAME.parts(state, 1, ("suspect",))
    assert list(GAME.parts(state, 5, ())) == []


# -- suspicions: when and how -------------------------------------------------------------------


def test_an_early_suspicion_needs_a_second_turn() -> None:
    state = table(*FIVE)
    assert "suspect" not in GAME.parts(state, 1, ())
    assert refusal(state, "1 suspect 4 x") == "You may suspect early from your second turn of the round on."
    assert "suspect" in GAME.parts(turns(state), 1, ())


def test_a_red_error_token_forbids_an_early_suspicion_in_the_next_round_only() -> None:
    state = turns(table(*FIVE))
    state = played(state, "1 suspect 2 x", "2 suspect 1 4", "3 decline", "4 decline", "5 decline")
    assert (state.errors, state.red) == ((1, 0, 0, 0, 0), (True, False, False, False, False))
    state, _ = GAME.apply(state, NATURE, chance.draw(GAME, state, bytes(32), 1))
    state = turns(state)
    while state.turn != 1:
        state = played(state, f"{state.turn} peek 1", "0 0")
    assert "red error token forbids it" in refusal(state, "1 suspect 2 3")
    final = played(state, "1 peek 2", "0 0", *_two_early(state))
    assert "suspect" in GAME.parts(final, 1, ())
    over = played(final, *(f"{seat} decline" for seat in sorted(GAME.to_move(final))))
    assert (over.errors[0], over.red[0]) == (1, False)


def _two_early(state: State) -> tuple[str, str]:
    """The next two players after seat 1 suspect early."""
    return tuple(  # type: ignore[return-value]
        f"{seat} suspect 1{' x' if character(state.hands[seat - 1]) == 'wolf' else ' 1'}" for seat in (2, 3)
    )


@pytest.mark.parametrize(("players", "limit"), [(4, 2), (5, 2), (6, 3), (7, 3), (8, 3)])
def test_two_or_three_early_suspicions_end_a_round(players: int, limit: int) -> None:
    assert early_limit(players) == limit
    state = GAME.start(Options(), players)
    state = turns(GAME.apply(state, NATURE, chance.draw(GAME, state, bytes(32), 0))[0])
    for _ in range(limit):
        assert len(GAME.to_move(state)) == 1
        seat = state.turn
        second = GAME.parts(state, seat, ("suspect", "0"))
        state, _ = GAME.apply(state, seat, ("suspect", "0", next(iter(second))))
    assert state.phase == "final"
    assert len(GAME.to_move(state)) == players - limit


def test_the_others_make_a_final_suspicion_or_decline_at_the_same_time() -> None:
    state = turns(table(*FIVE))
    state, told = heard(played(state, "1 suspect 4 x"), "2 suspect 1 4")
    assert GAME.to_move(state) == {3, 4, 5}
    assert facts(told, None) == [Suspected(2), FinalBegins((3, 4, 5))]
    assert all(list(GAME.parts(state, seat, ())) == ["suspect", "decline"] for seat in (3, 4, 5))
    assert played(state, "5 suspect 1 3", "3 decline") == played(state, "3 decline", "5 suspect 1 3")


def test_nothing_can_be_changed_after_handing_in() -> None:
    state = played(turns(table(*FIVE)), "1 suspect 4 x", "2 suspect 1 4", "3 decline")
    assert refusal(state, "3 suspect 1 0") == "Your suspicion lies face down; it cannot be changed."
    assert refusal(state, "1 suspect 1 x") == "Your suspicion lies face down; it cannot be changed."


def test_a_pointer_names_another_player_or_nobody_but_never_oneself() -> None:
    state = turns(table(*FIVE))
    assert list(GAME.parts(state, 1, ("suspect",))) == ["0", "2", "3", "4", "5"]
    assert "cannot suspect yourself" in refusal(state, "1 suspect 1 x")


def test_only_a_wolfs_second_pointer_is_x_and_it_must_be() -> None:
    wolf = turns(table(*FIVE))
    assert list(GAME.parts(wolf, 1, ("suspect", "4"))) == ["x"]
    assert "your second pointer stands at x" in refusal(wolf, "1 suspect 4 3")
    boy = turns(table(*FIVE, start=2))
    assert "Only a wolf sets the second pointer" in refusal(boy, "2 suspect 1 x")


def test_both_pointers_may_name_the_same_player() -> None:
    played(turns(table(*FIVE, start=2)), "2 suspect 1 1")


def test_suspect_x_x_is_not_decline() -> None:
    state = played(turns(table(*FIVE)), "1 suspect 4 x", "2 suspect 1 4")
    assert "If you suspect nobody, decline" in refusal(state, "3 suspect x x")


def test_nobody_declines_before_the_end() -> None:
    assert "only when the final suspicions are made" in refusal(table(*FIVE), "1 decline")


def test_a_turn_limit_begins_the_final_suspicions() -> None:
    state = table(*FIVE, turn_limit=2)
    state = turns(state)
    assert state.phase == "turn"
    state = turns(state)
    assert GAME.to_move(state) == {1, 2, 3, 4, 5}


def test_a_turn_limit_does_not_wait_for_those_who_are_out() -> None:
    state = played(turns(table(*FIVE, turn_limit=3)), "1 suspect 4 x")
    while state.phase != "final":
        state = played(state, f"{state.turn} peek 1", "0 0")
    assert [sum(event.by == seat for event in state.events) for seat in range(1, 6)] == [2, 3, 3, 3, 3]


# -- taking back --------------------------------------------------------------------------------


def test_peeks_questions_swaps_and_sealed_final_suspicions_are_not_taken_back() -> None:
    state = turns(table(*FIVE, shuffle=False, questions={1: ("dog", "dog")}))
    for move in (("peek", "2", "L"), ("ask", "2", "dog"), ("swap",)):
        assert not GAME.reversible(state, 1, move)
    assert GAME.reversible(state, 1, ("suspect", "4", "x"))
    final = played(state, "1 suspect 4 x", "2 suspect 1 4")
    assert not GAME.reversible(final, 3, ("decline",))
    assert not GAME.reversible(final, 3, ("suspect", "1", "0"))
