"""The field, the score and the sheet in the layout of the old server's help."""

from __future__ import annotations

import pytest

from figures import EXAMPLE_FIELD, EXAMPLE_SHEET, FIRST_FIGURE
from games.mutton.positions import CROWD, LINE, ROUND, example, farmer, field, go, play, sheet, wolf
from sheepfold.core.duel import DuelState
from sheepfold.games.mutton import GAME, text
from sheepfold.games.mutton.rules import wanted
from sheepfold.games.mutton.terms import Options

NAMES = {1: "Bruno", 2: "Ada"}


def test_the_helps_first_figure() -> None:
    assert field(farmer(go(ROUND.begin(Options(), None, None), "sparse"))) == FIRST_FIGURE


def test_the_helps_example_position() -> None:
    view = example()
    assert field(view) == EXAMPLE_FIELD
    assert "\n".join([text.score_line(view), *sheet(view)]) == EXAMPLE_SHEET


def test_the_whole_text_is_field_then_score_then_sheet() -> None:
    whole = text.text(example(), NAMES)
    assert whole.startswith(f"{EXAMPLE_FIELD}\n\n{EXAMPLE_SHEET}\n")


def test_a_corpse_is_a_star_until_it_is_removed_and_one_move_longer() -> None:
    assert "a-  * . ." in field(farmer(play(LINE, "B", "A:B-e3", "pass")))
    assert "a-  * . ." in field(farmer(play(LINE, "B", "A:B-e3", words="-remove")))
    assert "a-  . . ." in field(farmer(play(LINE, "B", "A:B-e3", "pass", words="-remove")))


def test_the_score_line_names_the_score_to_beat_in_the_second_game() -> None:
    assert text.score_line(farmer(play(LINE, "B", "A:B-e3"))) == "Score: 1."
    assert text.score_line(farmer(play(LINE, "B", "A:B-e3", target=10))) == "Score: 1 (10 to beat)."


@pytest.mark.parametrize("words", ["-quick=2", "-bid"])
def test_the_score_line_names_the_score_to_reach_in_quick_play(words: str) -> None:
    assert text.score_line(farmer(play(LINE, "B", "A:B-e3", words=words, target=2))) == "Score: 1 (2 to reach)."


def test_with_no_reveal_the_score_line_counts_the_dead() -> None:
    state = play(LINE, "AB", "B:A-e3,C-e4", words="-no_reveal", target=10)
    assert text.score_line(farmer(state)) == "Dead: 1 (10 to beat)."
    assert text.score_line(wolf(state)) == "Dead: 1 (10 to beat)."
    assert text.score_line(farmer(go(state, "A"))) == "Score: 0 (10 to beat)."


def test_the_top_row_shows_the_letter_x_a_dead_sheep_w_a_dead_wolf() -> None:
    state = play(CROWD, "BD", "A:B-a3", "B")
    assert sheet(farmer(state)) == ["Sheep   : x w C D E F", "Round  1: x +"]


def test_with_no_reveal_every_dead_animal_is_x_until_the_end() -> None:
    state = play(CROWD, "BD", "A:B-a3", "B", words="-no_reveal")
    assert sheet(farmer(state))[0] == sheet(wolf(state))[0] == "Sheep   : x x C D E F"
    assert sheet(farmer(go(state, "pass", "D")))[0] == "Sheep   : x w C w E F"


def test_one_row_per_kill_with_the_victim_and_each_animal_that_ran() -> None:
    state = play(CROWD, "B", "A:B-a3", "pass")
    assert sheet(farmer(state))[1:] == ["Round  1: x +"]


def test_a_wolf_that_was_eaten_is_w_in_its_row() -> None:
    assert sheet(farmer(play(LINE, "AB", "B:A-e3,C-e4")))[1] == "Round  1: + w +"


def test_an_animal_that_had_to_stay_is_marked_too() -> None:
    tight = """
       A B
      C D E
       . F
    """
    assert sheet(farmer(play(tight, "A", "B:A-c2")))[1] == "Round  1: + x   = ="


def test_rows_carry_true_round_numbers_so_passes_and_escapes_leave_gaps() -> None:
    state = play(CROWD, "BD", "D", "pass", "A:B-a3", words="-escape")
    assert [line[:9] for line in sheet(farmer(state))] == ["Sheep   :", "Round  2:"]


def test_flights_from_a_shotgun_make_no_row() -> None:
    state = play(LINE, "D", "pass", "B:A-e3,C-a3", words="-shotgun")
    assert sheet(farmer(state)) == ["Sheep   : A x C D"]


def test_an_escaped_wolf_keeps_its_letter() -> None:
    assert sheet(farmer(play(CROWD, "BD", "D", words="-escape"))) == ["Sheep   : A B C D E F"]


def test_the_wolf_reads_its_own_wolves_and_the_farmer_does_not() -> None:
    state = play(LINE, "AB")
    assert "Your wolves: A B." in ROUND.text(wolf(state), NAMES)
    assert "A B." not in ROUND.text(farmer(state), NAMES)


def test_one_wolf_is_spoken_of_as_one() -> None:
    for words in ("-num_wolves=1", "-num_wolves=2"):
        one = words.endswith("1")
        choosing = go(ROUND.begin(Options.read([words]), None, None), "sparse")
        asked, refused = ROUND.prompt(wolf(choosing), NAMES).headline, wanted(choosing)
        assert asked == f"Choose your {'wolf in secret: 1 letter' if one else 'wolves in secret: 2 letters'}."
        assert refused == f"Name {'one letter' if one else '2 different letters'} from A to Z."
        assert ("Your wolf: A." if one else "Your wolves: A B.") in ROUND.text(
            wolf(go(choosing, "AB"[: 2 - one])), NAMES
        )


def test_a_duel_shows_which_game_is_played_and_by_whom() -> None:
    state: DuelState = GAME.start(Options(), 2)
    assert GAME.text(GAME.view(state, 1), NAMES).startswith("Game 1 of 2: Bruno is the Wolf, Ada is the Farmer.")


def decided(*moves: str, drawing: str = LINE, options: str = "") -> list[str]:
    return [note.words for note in text.recap(wolf(play(drawing, *moves, words=options)), {})]


def test_one_wolf_that_went_home_is_not_told_of_as_several() -> None:
    assert "D went home, for 3 points." in decided("BD", "D", drawing=CROWD, options="-escape")


def test_one_wolf_that_a_berserk_hit_is_not_told_of_as_several() -> None:
    assert "Round 1: berserk, 1 of 2 was a wolf; no wolf was left." in decided("B", "A:B-e3", "B,C")
    assert "Round 1: berserk, 2 of 2 were wolves; no wolf was left." in decided("BC", "A:B-e3", "B,C")
