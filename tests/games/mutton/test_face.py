"""What the browser module gets: who stands where, the sheet, who would run, and the odds for the Farmer alone."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from games.mutton.positions import CROWD, FULL, LINE, ROUND, farmer, play, start, wolf
from sheepfold.core.contract import Seat
from sheepfold.core.contract.bot import random_move
from sheepfold.games.mutton import GAME
from sheepfold.games.mutton.face import FACE
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import KILL, WOLF, Options
from sheepfold.games.mutton.view import View


def test_every_animal_is_told_with_its_cell_in_the_order_of_the_alphabet() -> None:
    told = FACE.round_page(farmer(play(LINE, "B", "A:B-e3", words="-remove")))
    assert told["cells"] == "- e3 c3 e5"
    assert (told["dead"], told["home"], told["wolves"]) == ("A", "", "")


def test_a_wolf_that_went_home_is_known_to_all() -> None:
    told = FACE.round_page(farmer(play(LINE, "BD", "D", words="-escape")))
    assert (told["cells"], told["dead"], told["home"], told["wolves"]) == ("a1 b2 c3 -", "", "D", "D")


def test_before_the_flock_is_placed_there_is_nobody() -> None:
    state = ROUND.begin(Options(), None, None)
    told = FACE.round_page(farmer(state))
    assert (told["cells"], told["rows"]) == ("", [])


def test_the_sheet_has_a_row_for_every_kill_with_the_victim_and_who_ran_and_stayed() -> None:
    assert FACE.round_page(farmer(play(LINE, "C", "B:A-e3,C-e4", "pass")))["rows"] == [(1, "B", "x", "AC", "")]
    assert FACE.round_page(farmer(play(FULL, "D", "A:")))["rows"] == [(1, "A", "x", "", "BCD")]
    assert FACE.round_page(farmer(play(LINE, "AB", "B:A-e3,C-e4")))["rows"] == [(1, "B", "w", "AC", "")]


@pytest.mark.parametrize("viewer", [wolf, farmer])
def test_the_sheet_keeps_back_what_the_dead_were_where_nobody_is_told(viewer: Callable[[State], View]) -> None:
    assert FACE.round_page(viewer(play(LINE, "AB", "B:A-e3,C-e4", words="-no_reveal")))["rows"][0][2] == "x"


@pytest.mark.parametrize("seed", range(10))
def test_those_who_are_said_to_run_from_a_victim_are_its_observeres(seed: int) -> None:
    rng = Random(seed)
    state = ROUND.begin(Options.make({"size": 3, "num_sheep": 13, "num_wolves": 3}), None, None)
    while ROUND.to_move(state):
        (seat,) = ROUND.to_move(state)
        told = FACE.round_page(ROUND.view(state, seat))
        state, _ = ROUND.apply(state, seat, random_move(ROUND, state, seat, rng))
        if state.log and state.log[-1].kind == KILL:
            assert told["runners"][state.log[-1].letters] == state.log[-1].near


def test_who_would_run_is_told_only_to_whoever_may_scare_them() -> None:
    def told(state: State, seat: Seat | None) -> bool:
        return "runners" in FACE.round_page(ROUND.view(state, seat))

    night, day = play(LINE, "B"), play(LINE, "B", "A:B-e3")
    assert [told(night, seat) for seat in (1, 2, None)] == [True, False, False]
    assert [told(day, seat) for seat in (1, 2, None)] == [True, False, False]  # the Wolf may keep a kill ready
    assert told(play(LINE, "B", "A:B-e3", words="-shotgun"), 2)
    assert not told(start(LINE), WOLF)


def test_the_odds_are_for_the_farmer_while_the_game_goes_on() -> None:
    state = play(CROWD, "B", "A:B-a3")
    assert FACE.round_page(farmer(state))["odds"]
    assert (FACE.round_aids(farmer(state)) or ())[0] == ("B", 100)
    for view in (wolf(state), ROUND.view(state, None), farmer(start(LINE)), farmer(play(LINE, "B", "A:B-e3", "B"))):
        assert "odds" not in FACE.round_page(view)
        assert FACE.round_aids(view) is None


def test_what_stays_for_the_whole_game_is_a_function_of_the_options() -> None:
    options = Options.read(["-shotgun", "-huddle"])
    told = FACE.once(GAME.view(GAME.start(options, 2), None))
    assert (told["sheep"], told["wolves"], told["shotgun"], told["berserk"], told["huddle"]) == (
        26,
        4,
        True,
        False,
        True,
    )
    assert len(set(told["sparse"])) == 26
