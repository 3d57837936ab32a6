"""The rules of one game, sentence by sentence."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from counting import counted
from games.mutton.positions import (
    AROUND,
    CROWD,
    FULL,
    LINE,
    ROUND,
    alive,
    ended,
    farmer,
    go,
    parts,
    play,
    start,
    step,
    where,
    wolf,
)
from sheepfold.core.contract.bot import random_move
from sheepfold.core.errors import IllegalNow, MoveError
from sheepfold.games.mutton import GAME, rules
from sheepfold.games.mutton.board import FIGURE, hexagon
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import BERSERK, FARMER, WOLF, Done, Feast, Hidden, Options, Unmasked
from sheepfold.lab.fuzz import random_options

# -- set-up ------------------------------------------------------------------------------------


def test_the_farmer_places_first_then_the_wolf_chooses_then_the_wolf_moves() -> None:
    state = ROUND.begin(Options(), None, None)
    turns = []
    for text in ("sparse", "HIDE"):
        turns += ROUND.to_move(state)
        state = go(state, text)
    assert [*turns, *ROUND.to_move(state)] == [FARMER, WOLF, WOLF]


def test_one_animal_per_cell() -> None:
    state = ROUND.begin(Options.read(["-num_sheep=3", "-num_wolves=1"]), None, None)
    with pytest.raises(IllegalNow, match="a1 is named twice"):
        go(state, "a1,a2,a1")
    assert "a1" not in parts(state, "a1")


def test_random_places_every_animal_on_a_cell_of_its_own() -> None:
    state = go(ROUND.begin(Options(), None, None), "random")
    assert len({a.cell for a in farmer(state).animals}) == 26


def test_sparse_is_the_helps_first_figure_letter_for_letter() -> None:
    state = go(ROUND.begin(Options(), None, None), "sparse")
    by_cell = {a.cell: a.letter for a in farmer(state).animals}
    assert "".join(by_cell.get(name, ".") for name in hexagon(4).names) == FIGURE


@pytest.mark.parametrize("size", range(2, 9))
def test_sparse_elsewhere_is_in_reading_order_and_never_leaves_a_hole_while_most_cells_are_filled(size: int) -> None:
    board = hexagon(size)
    for animals in range(2, min(26, len(board.names)) + 1):
        options = Options.make({"size": size, "num_sheep": animals, "num_wolves": 1})
        cells = [a.cell for a in farmer(go(ROUND.begin(options, None, None), "sparse")).animals]
        assert cells == sorted(cells, key=board.names.index)
        empty = set(board.names) - set(cells)
        if len(empty) * 4 < len(board.names) and (size, animals) != (4, 26):
            touching = {board.names[near] for name in empty for near in board.near[board.index[name]]}
            assert not touching & empty, "few empty cells do not touch each other"


def test_a_full_list_places_in_letter_order() -> None:
    state = go(ROUND.begin(Options.read(["-num_sheep=3", "-num_wolves=1"]), None, None), "f3,b2,a3")
    assert [where(state, x) for x in "ABC"] == ["f3", "b2", "a3"]


def test_mirror_is_for_the_second_game_only() -> None:
    with pytest.raises(IllegalNow, match="no earlier game"):
        go(ROUND.begin(Options(), None, None), "mirror")


def test_mirror_puts_the_same_letters_on_the_same_cells_as_they_were_placed() -> None:
    over = play(LINE, "A", "B:A-e3,C-e4", "A")
    assert ended(over) == "caught"
    again = go(ROUND.begin(over.options, 1, over), "mirror")
    assert [where(again, x) for x in "ABCD"] == ["a1", "b2", "c3", "e5"]


def test_the_order_of_the_wolves_letters_does_not_matter() -> None:
    state = go(ROUND.begin(Options(), None, None), "sparse")
    assert go(state, "HIDE") == go(state, "DEHI") == go(state, "e, d, i, h")
    assert wolf(go(state, "HIDE")).wolves == "DEHI"


@pytest.mark.parametrize("wrong", ["HID", "HIDES", "HIDD", "HI1E", "", "HÏDE"])
def test_the_wolf_names_exactly_the_right_number_of_distinct_letters(wrong: str) -> None:
    with pytest.raises(MoveError):
        go(ROUND.begin(Options(), None, None), "sparse", wrong)


def test_wolves_are_among_the_animals_placed() -> None:
    with pytest.raises(IllegalNow, match="no animal Z"):
        go(start(LINE), "Z")


def test_everybody_hears_that_the_wolf_has_chosen_and_only_the_wolf_what() -> None:
    _, told = step(start(LINE), "B")
    assert [t.fact for t in told if t.reaches(FARMER)] == [t.fact for t in told if t.reaches(None)] == [Hidden(1)]
    assert len([t for t in told if t.reaches(WOLF)]) == 2


# -- the Wolf's move ---------------------------------------------------------------------------


def test_the_wolf_kills_a_living_animal_adjacent_to_a_living_wolf() -> None:
    assert parts(play(LINE, "B")) == ["A:", "C:"]
    assert parts(play(LINE, "A")) == ["B:"]


def test_a_wolf_does_not_eat_itself_without_another_beside_it() -> None:
    with pytest.raises(IllegalNow, match="None of your wolves stands next to B"):
        play(LINE, "B", "B:")


def test_the_victim_may_itself_be_a_wolf() -> None:
    state = play(LINE, "AB", "B:A-e3,C-e4")
    assert alive(state) == "ACD"
    assert farmer(state).score == 0
    assert ended(state) is None


def test_a_dead_wolf_eats_nothing() -> None:
    state = play(LINE, "BD", "A:B-e3", "B")
    assert parts(state) == ["pass"]


def test_each_living_neighbour_of_the_corpse_runs_the_killer_included() -> None:
    state = play(LINE, "A", "B:A-e3,C-e4")
    assert (where(state, "A"), where(state, "C")) == ("e3", "e4")
    assert state.log[-1].near == "AC"


@pytest.mark.parametrize(
    ("goal", "why"),
    [("b1", "touches the corpse"), ("b2", "is taken"), ("e5", "is taken"), ("f4", "no cell f4")],
)
def test_a_runner_goes_to_an_empty_cell_that_is_not_adjacent_to_the_corpse_nor_the_corpses_cell(
    goal: str, why: str
) -> None:
    with pytest.raises(IllegalNow, match=why):
        play(LINE, "A", f"B:A-{goal},C-e4")


def test_any_distance_jumping_allowed() -> None:
    assert where(play(LINE, "B", "A:B-e3"), "B") == "e3"


def test_corpses_block_cells() -> None:
    state = play(LINE, "A", "B:A-d3,C-e4", "pass")
    assert "d3" not in parts(state, "C:")
    state = go(play(LINE, "A", "B:A-e3,C-e4"), "pass")
    with pytest.raises(IllegalNow, match="b2 is taken"):
        go(state, "C:A-b2,D-a1")


def test_removed_corpses_do_not_block() -> None:
    state = play(LINE, "A", "B:A-e3,C-e4", "pass", "C:A-b2,D-a1", words="-remove")
    assert where(state, "A") == "b2"


def test_every_neighbour_that_can_run_must_run() -> None:
    with pytest.raises(IllegalNow, match="C must run too"):
        play(LINE, "A", "B:A-e3")


@pytest.mark.parametrize(
    ("words", "written"),
    [("", ""), ("", "G-a1"), ("", "C-e5"), ("", "B-a1,C-e5"), ("-huddle", ""), ("-huddle", "G-a1")],
)
def test_all_who_must_run_too_are_named_with_a_whole_move_that_may_be_played(words: str, written: str) -> None:
    state = play(AROUND, "B", words=words)
    with pytest.raises(IllegalNow, match="must run too") as refused:
        go(state, f"E:{written}")
    named, _, example = str(refused.value).removesuffix(".").partition(" must run too")
    move = example.rpartition("like ")[2]
    runs, given = (
        dict(run.split("-") for run in text.partition(":")[2].split(",") if run) for text in (move, f"E:{written}")
    )
    assert runs.keys() == {"B", "C", "D", "F", "G"}
    assert set(named.replace(" and ", ", ").split(", ")) == runs.keys() - given.keys()
    assert given.items() <= runs.items()
    go(state, move)


def test_runners_are_moved_in_alphabetical_order_whatever_order_they_are_written_in() -> None:
    state = play(LINE, "A")
    assert go(state, "B:C-e4,A-e3") == go(state, "B:A-e3,C-e4")
    assert ROUND.write(state, WOLF, ROUND.read(state, WOLF, "B:C-e4,A-e3")) == "B:A-e3,C-e4"


TIGHT = """
   A B
  C D E
   . F
"""
"""Only c2 is empty."""


def test_an_earlier_runners_goal_is_taken_for_the_later_ones() -> None:
    state = play(TIGHT, "A")
    assert parts(state, "B:") == ["c2"]
    assert parts(state, "B:", "c2") == []


def test_a_cell_that_an_earlier_runner_left_touches_the_corpse_and_stays_forbidden() -> None:
    assert "a1" not in parts(play(LINE, "A"), "B:", "e3")


def test_a_runner_for_which_no_legal_cell_is_left_stays_and_is_left_out_of_the_notation() -> None:
    state = play(TIGHT, "A", "B:A-c2")
    assert state.log[-1].stayed == "DE"
    assert state.log[-1].near == "ADE"
    with pytest.raises(IllegalNow, match="D has nowhere to run and stays"):
        play(TIGHT, "A", "B:A-c2,D-b1")


def test_a_colon_alone_is_a_kill_after_which_nobody_can_run() -> None:
    state = play(FULL, "D", "A:")
    assert state.log[-1].stayed == "BCD"
    assert ROUND.write(play(FULL, "D"), WOLF, ("A:",)) == "A:"


def test_an_animal_that_does_not_touch_the_corpse_does_not_run() -> None:
    with pytest.raises(IllegalNow, match="D does not stand next to B"):
        play(LINE, "A", "B:A-e3,C-e4,D-a3")


def test_the_wolf_must_pass_if_no_kill_is_possible() -> None:
    assert parts(play(LINE, "D")) == ["pass"]


def test_the_wolf_may_never_pass_while_a_kill_is_possible() -> None:
    with pytest.raises(IllegalNow, match="You may not pass"):
        play(LINE, "B", "pass")


# -- huddle ------------------------------------------------------------------------------------


def test_huddle_the_destination_must_touch_another_living_animal() -> None:
    assert parts(play(LINE, "B", words="-huddle"), "A:") == ["b3", "c2", "c4", "d3", "d4", "d5", "e4"]


def test_huddle_neighbours_that_have_not_run_yet_count_as_company() -> None:
    state = play(LINE, "A", words="-huddle")
    assert {"c4", "d3"} & set(parts(state, "B:")) == {"c4", "d3"}, "beside C, which runs after A"
    assert "d3" not in parts(state, "B:", "a3")


def test_huddle_if_no_such_cell_is_left_the_looser_rule_applies_to_that_runner() -> None:
    drawing = """
        A B .
       . . . .
      . . . . .
       . . . .
        . . .
    """
    state = play(drawing, "A", words="-huddle")
    assert len(parts(state, "B:")) == 19 - 2 - 3


def test_huddle_also_governs_flights_from_a_shotgun() -> None:
    state = play(LINE, "B", "A:B-d3", words="-huddle -shotgun")
    assert parts(state, "B:") == ["d5"]


# -- escape ------------------------------------------------------------------------------------


def test_escape_takes_a_living_wolf_without_living_neighbours_off_the_board_for_3_points() -> None:
    state = play(LINE, "BD", "D", words="-escape")
    assert where(state, "D") is None
    assert farmer(state).score == 3
    assert ended(state) is None


def test_escape_is_not_for_a_wolf_with_neighbours_nor_for_a_sheep() -> None:
    for letter in "BC":
        with pytest.raises(IllegalNow, match="cannot go home"):
            play(LINE, "BD", letter, words="-escape")


def test_escape_is_off_unless_asked_for() -> None:
    with pytest.raises(MoveError, match="written with a colon"):
        play(LINE, "BD", "D")


def test_escape_may_replace_a_kill_or_a_forced_pass() -> None:
    assert parts(play(LINE, "BD", words="-escape")) == ["A:", "C:", "D"]
    assert parts(play(LINE, "D", words="-escape")) == ["pass", "D"]


def test_a_dead_neighbour_is_no_neighbour() -> None:
    state = play(LINE, "AD", "B:A-e3,C-c1", "pass", words="-escape")
    assert "A" in parts(state)


def test_after_an_escape_the_farmer_may_pass() -> None:
    assert "pass" in parts(play(LINE, "BD", "D", words="-escape"))


def test_an_escaped_wolf_is_publicly_a_wolf_and_keeps_its_letter_even_with_no_reveal() -> None:
    state = play(LINE, "BD", "D", words="-escape -no_reveal")
    escaped = farmer(state).animals[3]
    assert (escaped.letter, escaped.wolf, escaped.fate) == ("D", True, "home")


# -- the Farmer's move -------------------------------------------------------------------------


def test_the_farmer_may_pass_unless_the_wolf_passed_in_this_round() -> None:
    assert "pass" in parts(play(LINE, "B", "A:B-e3"))
    state = play(LINE, "D", "pass")
    assert "pass" not in parts(state)
    with pytest.raises(IllegalNow, match="The Wolf passed, so you may not"):
        go(state, "pass")


def test_the_farmer_shoots_one_living_animal() -> None:
    state = play(LINE, "B", "A:B-e3", "C")
    assert alive(state) == "BD"
    with pytest.raises(IllegalNow, match="A is dead already"):
        play(LINE, "B", "A:B-e3", "A")


def test_with_the_rifle_the_neighbours_stay() -> None:
    state = play(LINE, "D", "pass", "B")
    assert (where(state, "A"), where(state, "C")) == ("a1", "c3")


def test_with_the_shotgun_they_run_exactly_as_after_a_kill_and_the_farmer_chooses_where() -> None:
    state = play(LINE, "D", "pass", words="-shotgun")
    assert parts(state, "B:") == parts(play(LINE, "A", words="-shotgun"), "B:")
    state = go(state, "B:A-e3,C-e4")
    assert (where(state, "A"), where(state, "C")) == ("e3", "e4")


def test_a_shotgun_shot_nobody_can_run_from_is_written_with_or_without_colon() -> None:
    state = play(LINE, "B", "A:B-e3", words="-shotgun")
    assert go(state, "C") == go(state, "C:")
    assert ROUND.write(state, FARMER, ROUND.read(state, FARMER, "C")) == "C:"


def test_a_shotgun_shot_without_the_flights_it_needs_is_refused() -> None:
    with pytest.raises(IllegalNow, match="A and C must run too"):
        play(LINE, "D", "pass", "B", words="-shotgun")


def test_a_rifle_shot_with_a_colon_is_refused() -> None:
    with pytest.raises(MoveError, match="rifle scares nobody"):
        play(LINE, "B", "A:B-e3", "C:")


def test_a_kill_without_a_colon_is_refused() -> None:
    with pytest.raises(MoveError, match="written with a colon"):
        play(LINE, "B", "A")


def test_berserk_is_two_or_more_at_once_in_any_order() -> None:
    state = play(LINE, "B", "A:B-e3")
    assert go(state, "C,B") == go(state, "b, c")
    assert ended(go(state, "C,B")) == "berserk"
    assert ended(go(state, "C")) is None


def test_berserk_ends_the_game_with_all_wolves_dead_or_not() -> None:
    assert farmer(play(LINE, "B", "A:B-e3", "B,C")).score == 2
    assert ended(play(LINE, "B", "A:B-e3", "B,C")) == "berserk"


def test_if_any_wolf_survives_a_berserk_it_eats_all_remaining_sheep() -> None:
    after, told = step(play(CROWD, "B", "A:B-a3"), "D,C")
    assert ended(after) == "berserk"
    assert farmer(after).score == 5
    assert [t.fact for t in told if isinstance(t.fact, Feast)] == [Feast("EF")]


def test_after_a_failed_berserk_the_eaten_sheep_are_corpses_and_only_wolves_live() -> None:
    after = play(CROWD, "B", "A:B-a3", "C,D")
    assert alive(after) == "B"
    assert [a.cell for a in farmer(after).animals] == ["a1", "a3", "c3", "e5", "c1", "d3"]


def test_after_a_berserk_that_hit_every_wolf_nobody_is_eaten() -> None:
    after, told = step(play(CROWD, "B", "A:B-a3"), "B,C")
    assert alive(after) == "DEF"
    assert not any(isinstance(t.fact, Feast) for t in told)


def test_no_berserk_without_the_option_nor_with_a_shotgun() -> None:
    for words in ("-no_berserk", "-shotgun"):
        state = play(LINE, "B", "A:B-e3", words=words)
        with pytest.raises(IllegalNow, match="shoot one animal"):
            go(state, "C,D")


# -- reveal ------------------------------------------------------------------------------------


def test_with_reveal_each_death_is_announced_at_once_killed_by_the_wolf_too() -> None:
    state = play(LINE, "AB")
    state, told = step(state, "B:A-e3,C-e4")
    assert ROUND.tell(told[0].fact, {}) == "B, a wolf, is eaten; A and C ran. Aroooo!"
    state, told = step(state, "C")
    assert ROUND.tell(told[0].fact, {}) == "C, a sheep, is shot. Baaa!"
    assert [a.wolf for a in farmer(state).animals] == [None, True, False, None]


def test_with_no_reveal_nothing_is_announced_until_the_game_ends() -> None:
    state = play(LINE, "AB", words="-no_reveal")
    for text in ("B:A-e3,C-e4", "C"):
        state, told = step(state, text)
        assert all(isinstance(t.fact, Done) and t.fact.natures is None for t in told)
        assert farmer(state).score is None
        assert farmer(state).wolves is None
        assert all(a.wolf is None for a in farmer(state).animals)
    state, told = step(go(state, "pass"), "A")
    assert Unmasked("AB") in [t.fact for t in told]
    assert farmer(state).score == 1
    assert [a.wolf for a in farmer(state).animals] == [True, True, False, False]


# -- end and score -----------------------------------------------------------------------------


def test_the_wolf_scores_1_for_every_sheep_that_dies_eaten_or_shot_and_0_for_dead_wolves() -> None:
    state = play(LINE, "B", "A:B-e3", "C", "pass", "B")
    assert farmer(state).score == 2


def test_the_game_ends_when_no_wolf_is_left_on_the_board() -> None:
    assert ended(play(LINE, "B", "A:B-e3", "B")) == "caught"
    assert ended(play(LINE, "D", "D", words="-escape")) == "escaped"
    assert ended(play(LINE, "BD", "D", "B", words="-escape")) == "caught"


def test_the_game_ends_when_no_living_sheep_is_left() -> None:
    state = play(LINE, "BD", "A:B-e3", "C")
    assert ended(state) == "devoured"
    assert ended(play(LINE, "A", "B:A-e4,C-a3", "C", "D:A-a1")) == "devoured"


def test_nobody_moves_in_a_finished_game() -> None:
    state = play(LINE, "B", "A:B-e3", "B")
    assert ROUND.to_move(state) == frozenset()
    for seat in (WOLF, FARMER):
        assert list(ROUND.parts(state, seat, ())) == []
        with pytest.raises(IllegalNow, match="The game is over"):
            ROUND.read(state, seat, "pass", Random(1))


# -- remove ------------------------------------------------------------------------------------


def test_removed_corpses_leave_at_the_end_of_the_move_that_made_them() -> None:
    state = play(LINE, "B", "A:B-e3", words="-remove")
    assert where(state, "A") is None
    assert farmer(state).fresh == (("A", "a1"),)


def test_the_mark_of_a_removed_corpse_is_cleared_by_the_next_move_a_pass_included() -> None:
    assert farmer(play(LINE, "B", "A:B-e3", "pass", words="-remove")).fresh == ()


def test_a_berserk_shows_all_its_corpses() -> None:
    state = play(LINE, "B", "A:B-e3", "C,B", words="-remove")
    assert farmer(state).fresh == (("B", "e3"), ("C", "c3"))


# -- whose turn it is --------------------------------------------------------------------------


def derived(state: State) -> str:
    """The phase by everything else that a state holds."""
    if not state.cells:
        return "place"
    if not state.wolves:
        return "choose"
    everybody_is_alike = not state.alive & state.wolves or not state.alive & ~state.wolves
    if state.log and (state.log[-1].kind == BERSERK or everybody_is_alike):
        return "over"
    return "farmer" if len(state.log) % 2 else "wolf"


@pytest.mark.parametrize("seed", range(30))
def test_the_phase_in_a_state_is_what_the_rest_of_it_says(seed: int) -> None:
    rng = Random(seed)
    state = ROUND.begin(random_options(GAME, 2, rng), None, None)
    while True:
        assert state.phase == derived(state)
        assert (state.ended is not None) == (state.phase == "over")
        for seat in (WOLF, FARMER, None):
            imagined = ROUND.imagine(ROUND.view(state, seat), rng)
            assert (imagined.phase, imagined.ended) == (state.phase, state.ended)
        if not ROUND.to_move(state):
            break
        (seat,) = ROUND.to_move(state)
        state, _ = ROUND.apply(state, seat, random_move(ROUND, state, seat, rng))


def test_how_a_game_stands_is_worked_out_once_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[str] = Counter()
    monkeypatch.setattr(rules, "_ending", counted(asked, "ending", rules._ending))
    state = go(play(LINE, "B"), "A:B-e3")
    for seat in (WOLF, FARMER, None):
        ROUND.view(state, seat)
    assert ROUND.to_move(state) == {FARMER}
    assert ROUND.outcome(state) is None
    assert asked["ending"] == 1


# -- dictionary --------------------------------------------------------------------------------


def test_the_wolves_letters_in_some_order_must_spell_a_word() -> None:
    state = go(ROUND.begin(Options.read(["-dictionary"]), None, None), "sparse")
    assert wolf(go(state, "DEHI")).wolves == "DEHI"
    with pytest.raises(IllegalNow, match="No word in the list is spelled with BCFX"):
        go(state, "XBFC")


def test_with_the_dictionary_every_part_offered_leads_to_a_word() -> None:
    state = go(ROUND.begin(Options.read(["-dictionary", "-num_wolves=9"]), None, None), "sparse")
    rng = Random(2)
    for _ in range(20):
        move: tuple[str, ...] = ()
        while offered := parts(state, *move):
            move += (rng.choice(offered),)
        assert ROUND.complete(state, WOLF, move)
        ROUND.apply(state, WOLF, move)
