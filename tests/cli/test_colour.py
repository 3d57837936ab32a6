"""What a terminal paints, and where it leaves everything plain."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.mutton.positions import LINE, ROUND, farmer, play, wolf
from sheepfold.cli.output import has_colours, painted
from sheepfold.cli.play.terminal import SHOWN, Picker, wrapped
from sheepfold.core.contract.lesson import course
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.words.paragraphs import written
from sheepfold.games import SHELF, game

NAMES = {n: f"Player {n}" for n in range(1, 9)}


class Screen:
    """A stream that is, or is not, a terminal."""

    def __init__(self, terminal: bool) -> None:
        self.isatty = lambda: terminal


@pytest.mark.parametrize(
    ("terminal", "environ", "colours"),
    [
        (True, {"TERM": "xterm"}, True),
        (True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (True, {}, False),
        (False, {"TERM": "xterm"}, False),
    ],
)
def test_pipes_and_no_color_stay_plain(terminal: bool, environ: dict[str, str], colours: bool) -> None:
    assert has_colours(Screen(terminal), environ) is colours  # type: ignore[arg-type]


def board(name: str, step: int, seat: int) -> str:
    """A position of the game's lesson as a terminal shows it to a seat."""
    kind, face = game(name), SHELF.room(name, "face").FACE  # type: ignore[union-attr]
    lesson = course(kind, face.lesson)
    view = lesson.decisions[step][0]
    if seat != face.lesson.seat:
        view = next(view for view in list(lesson.book)[step:] if view.seat == seat)
    return written(kind.paragraphs(view, NAMES), paint=painted)


def test_the_wolf_sees_its_wolves_and_whom_they_can_reach() -> None:
    shown = board("mutton", 3, 1)
    assert re.search(r"^ *[a-e]-.*\x1b\[1;31(;4)?mK\x1b\[0m", shown, re.M), shown
    assert re.search(r"\x1b\[4m[A-M]\x1b\[0m", shown)
    assert "\x1b[2m*\x1b[0m" in shown
    assert re.sub(r"\x1b\[[0-9;]*m", "", shown).count("\x1b") == 0


def test_the_farmer_sees_who_ran_and_no_wolf() -> None:
    shown = board("mutton", 2, 2)
    assert {*re.findall(r"\x1b\[1m([A-M])\x1b\[0m", shown)} == set("CGI")
    assert "1;31m" not in shown


def test_only_the_board_is_painted() -> None:
    for line in board("mutton", 2, 2).splitlines():
        assert "\x1b" not in line or re.match(r" *[a-e]-  ", line)


def test_in_a_farmers_hands_a_shotgun_makes_nobody_a_target() -> None:
    """Who may be shot is everybody: to paint that would hide who ran."""
    state = play(LINE, "D", "pass", "B:A-e3,C-d5", words="-shotgun")
    assert "\x1b[4m" not in written(ROUND.paragraphs(farmer(state), NAMES), paint=painted)
    assert "\x1b[4m" in written(ROUND.paragraphs(wolf(play(LINE, "A")), NAMES), paint=painted)


def test_the_tile_laid_last_is_painted_upwards_as_well() -> None:
    dogs = game("dogs")
    state = dogs.start(dogs.options.make({"mode": "single"}), 2)
    seen = written(dogs.paragraphs(dogs.view(laid(dogs, state), None), NAMES), paint=painted)
    assert "\x1b[1m||\x1b[0m" in seen


def laid(dogs: AnyGame, state: Any) -> Any:
    """After the first move that lays a tile from north to south."""
    (seat,) = dogs.to_move(state)
    state, _ = dogs.apply(state, seat, (next(part for part in dogs.parts(state, seat, ()) if part[-1] in "NS"),))
    return state


@pytest.mark.parametrize("name", ["dogs", "fold"])
def test_signs_are_painted(name: str) -> None:
    assert "\x1b[1;34m" in board(name, 4 if name == "dogs" else 5, 1)


def test_long_lines_are_broken_at_words_and_keep_their_place() -> None:
    assert wrapped("  one two three four", 12) == "  one two\n  three four"
    assert wrapped("short", 12) == "short"
    assert wrapped("averyveryverylongword", 12) == "averyveryverylongword"


def test_a_list_is_walked_round_and_found_by_its_letters() -> None:
    picker = Picker("Which?", [f"{letter}{n}" for letter in "ab" for n in range(10)])
    picker.go(-1)
    assert picker.options[picker.at] == "b9"
    picker.find("a")
    assert picker.options[picker.at] == "a0"
    picker.find("B")
    assert picker.options[picker.at] == "b0"
    assert len(picker.lines()) == SHOWN + 2
