"""Rules where options meet: removal with flights, escapes and passes unseen, berserk on board and sheet."""

from __future__ import annotations

import pytest

from games.mutton.positions import (
    CROWD,
    LINE,
    ROUND,
    alive,
    ended,
    farmer,
    field,
    go,
    parts,
    play,
    sheet,
    step,
    where,
    wolf,
)
from sheepfold.core.errors import IllegalNow
from sheepfold.games.mutton import text
from sheepfold.games.mutton.board import hexagon
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import Done, Feast, Options, Unmasked

# -- remove ------------------------------------------------------------------------------------


def test_the_cell_of_the_last_corpse_shows_a_star_but_is_not_blocked_for_the_next_move() -> None:
    shot = play(CROWD, "CD", "F:C-d5", "A", words="-remove")
    assert "a-  * . ." in field(farmer(shot))
    assert where(go(shot, "C:D-a1"), "D") == "a1"
    eaten = play(LINE, "B", "A:B-d3", words="-shotgun")
    assert "a-  * . ." in field(farmer(eaten))
    assert where(go(eaten, "B:C-a1"), "C") == "a1"


def test_with_remove_a_runner_still_may_not_go_to_the_cell_of_the_corpse_it_runs_from() -> None:
    assert "b2" not in parts(play(LINE, "A", words="-remove"), "B:")


def test_the_star_of_a_removed_corpse_is_cleared_by_an_escape_too() -> None:
    state = play(CROWD, "BD", "A:B-a3", "C", "D", words="-remove -escape")
    assert farmer(state).fresh == ()
    assert "*" not in field(farmer(state))


def test_a_shotgun_with_no_remove_leaves_corpses_that_block() -> None:
    state = play(LINE, "D", "pass", "B:A-e3,C-d5", words="-shotgun -no_remove")
    assert "b-  . * . ." in field(farmer(state))
    assert "b2" not in parts(state, "C:")


# -- huddle ------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["-huddle", "-huddle -remove"])
def test_huddle_a_corpse_is_no_company(words: str) -> None:
    state = play(CROWD, "B", "A:B-b3", "E", words=words)
    assert parts(state, "C:") == ["d2", "d5", "e3", "e4"], "beside F and D, but not b1 beside the dead A and E"


# -- escape and forced passes, revealed or not -------------------------------------------------


def test_escape_with_no_reveal_shows_who_went_home_but_no_score() -> None:
    state, told = step(play(CROWD, "BD", words="-escape -no_reveal"), "D")
    assert [(t.fact.deed.letters, t.fact.natures) for t in told if isinstance(t.fact, Done)] == [("D", "w")]
    assert farmer(state).score is None
    assert wolf(state).score == 3
    assert text.score_line(farmer(state)) == "Dead: 0."
    assert sheet(farmer(state)) == ["Sheep   : A B C D E F"]


def test_escape_with_no_reveal_counts_in_the_score_at_the_end() -> None:
    state = play(CROWD, "BD", "D", "B", words="-escape -no_reveal")
    assert ended(state) == "caught"
    assert text.score_line(farmer(state)) == "Score: 3."


def test_a_second_wolf_may_escape_later_and_the_last_escape_ends_the_game() -> None:
    state = play(CROWD, "DE", "D", "pass", "E", words="-escape")
    assert (ended(state), farmer(state).score) == ("escaped", 6)


def test_a_wolf_may_not_pass_instead_of_a_kill_even_if_another_could_go_home() -> None:
    with pytest.raises(IllegalNow, match="You may not pass"):
        play(LINE, "BD", "pass", words="-escape")


def test_after_a_forced_pass_the_farmer_must_shoot_and_may_go_berserk() -> None:
    state = play(LINE, "D", "pass")
    assert "pass" not in parts(state)
    assert ended(go(state, "A,D")) == "berserk"


def test_a_forced_pass_with_no_reveal_tells_only_that_the_wolf_passed() -> None:
    state, told = step(play(LINE, "D", words="-no_reveal"), "pass")
    assert [ROUND.tell(t.fact, {}) for t in told] == ["The Wolf passes."]
    assert farmer(state).score is None


# -- no_reveal ---------------------------------------------------------------------------------


def test_with_no_reveal_an_eaten_wolf_is_x_in_its_row_until_the_end() -> None:
    state = play(LINE, "AB", "B:A-e3,C-e4", words="-no_reveal")
    assert sheet(farmer(state))[1] == sheet(wolf(state))[1] == "Round  1: + x +"
    assert sheet(farmer(go(state, "A")))[1] == "Round  1: + w +"


@pytest.mark.parametrize("words", ["-quick=2", "-bid"])
def test_with_no_reveal_quick_play_counts_the_dead_against_the_target(words: str) -> None:
    state = play(LINE, "B", "A:B-e3", words=f"{words} -no_reveal", target=2)
    assert text.score_line(farmer(state)) == "Dead: 1 (2 to reach)."


@pytest.mark.parametrize(
    ("wolves", "moves", "reason", "score"),
    [
        ("B", ("A:B-e3", "B"), "caught", 1),
        ("BD", ("A:B-e3", "C"), "devoured", 2),
        ("B", ("A:B-e3", "C,D"), "berserk", 3),
    ],
)
def test_with_no_reveal_every_ending_opens_natures_and_score(
    wolves: str, moves: tuple[str, str], reason: str, score: int
) -> None:
    before = play(LINE, wolves, moves[0], words="-no_reveal")
    after, told = step(before, moves[1])
    assert (ended(after), farmer(after).score) == (reason, score)
    assert isinstance(told[0].fact, Done)
    assert told[0].fact.natures is not None
    assert Unmasked(wolves) in [t.fact for t in told]
    assert all(animal.wolf is not None for animal in farmer(after).animals)


# -- berserk -----------------------------------------------------------------------------------


def test_a_failed_berserk_crosses_out_all_sheep_on_the_sheet_and_makes_no_row() -> None:
    state = play(CROWD, "BD", "A:B-a3", "C,D")
    assert sheet(farmer(state)) == ["Sheep   : x B x w x x", "Round  1: x +"]


def rows(state: State) -> list[str]:
    """The field without the labels of its columns."""
    return [line.partition("   /")[0].strip() for line in field(farmer(state)).splitlines()[3:]]


def test_a_failed_berserk_shows_every_corpse_on_the_board_removed_or_not() -> None:
    board = ["a-  * . B", "b-  . . . .", "c-  * . * . .", "d-  . * . .", "e-  . . *"]
    kept = play(CROWD, "B", "A:B-a3", "C,D")
    assert rows(kept) == board
    removed = play(CROWD, "B", "A:B-a3", "C,D", words="-remove")
    board[0] = "a-  . . B"
    assert rows(removed) == board
    assert [letter for letter, _ in farmer(removed).fresh] == list("CDEF")


def test_a_wolf_that_went_home_does_not_come_back_to_eat_after_a_berserk() -> None:
    after, told = step(play(CROWD, "BD", "D", words="-escape"), "A,B")
    assert not any(isinstance(t.fact, Feast) for t in told)
    assert (alive(after), farmer(after).score) == ("CEF", 4)


def test_a_berserk_may_take_everybody() -> None:
    state = play(LINE, "B", "A:B-e3", "B,C,D")
    assert (ended(state), alive(state), farmer(state).score) == ("berserk", "", 3)


# -- every size --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(2, 9))
def test_the_field_is_drawn_at_every_size_with_all_rows_and_columns_named(size: int) -> None:
    options = Options.make({"size": size, "num_sheep": 2, "num_wolves": 1})
    drawn = field(farmer(go(ROUND.begin(options, None, None), "sparse"))).splitlines()
    words = [line.replace("/", " ").split() for line in drawn]
    assert [int(word) for line in words for word in line if word.isdigit()] == list(range(1, 2 * size))
    board = hexagon(size)
    for line, row in zip(words[3:], board.rows(), strict=True):
        assert line[0] == f"{board.names[row[0]][0]}-"
        assert sum(word in (".", "A", "B") for word in line) == len(row)
