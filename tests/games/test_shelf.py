"""The shelf: games by name, the rooms beside them, and games of others by a setting."""

import os
import subprocess
import sys

import pytest

from sheepfold.games import SHELF, BadShelf, Shelf, UnknownGame


def test_every_game_is_found_by_its_own_name():
    assert [SHELF.game(name).name for name in SHELF] == list(SHELF)


def test_taking_a_game_down_loads_no_drawings():
    look = "import sys; from sheepfold.games import SHELF; [SHELF.game(name) for name in SHELF]; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True).stdout.split()
    assert "sheepfold.games.mutton.rules" in loaded
    assert not {name for name in loaded if name.startswith("sheepfold.core.drawing") or name.endswith(".picture")}


def test_a_game_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(UnknownGame, match=r"There is no game 'chess'; there are mutton, fold, dogs, woolf"):
        SHELF.game("chess")


def test_a_room_that_a_game_does_not_have_is_none():
    assert SHELF.room("mutton", "bot") is not None
    assert SHELF.room("mutton", "cellar") is None


def test_a_room_that_does_not_load_says_so(tmp_path, monkeypatch):
    (tmp_path / "leaky").mkdir()
    (tmp_path / "leaky" / "__init__.py").write_text("GAME = None\n")
    (tmp_path / "leaky" / "bot.py").write_text("import nowhere_at_all\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="nowhere_at_all"):
        Shelf({"leaky": "leaky"}).room("leaky", "bot")


def test_a_game_in_one_module_has_its_rooms_there():
    shelf = Shelf({"tiny": "tiny"})
    assert shelf.room("tiny", "bot") is sys.modules["tiny"]
    assert shelf.folder("tiny") is None


def test_games_of_others_are_added_by_a_setting():
    shelf = SHELF.more("tiny=tiny, ")
    assert list(shelf) == [*SHELF, "tiny"]
    assert shelf.game("tiny").title == "Tiny"


@pytest.mark.parametrize("setting", ["tiny", "=tiny", "tiny=", "ti ny=tiny", "tiny=os;rm"])
def test_a_setting_that_makes_no_sense_is_refused(setting):
    with pytest.raises(BadShelf, match="SHEEPFOLD_GAMES must look like"):
        SHELF.more(setting)


FAULTS = {
    "import nowhere_at_all\n": "cannot be imported: No module named 'nowhere_at_all'",
    "def broken(:\n": "cannot be imported: invalid syntax",
    "1 / 0\n": "cannot be imported: division by zero",
    "import sys\nsys.exit(3)\n": "cannot be imported: 3",
    "game = None\n": "has no GAME",
    "GAME = None\n": "has no GAME",
    "from tiny import GAME\n": "holds the game tiny",
}
BARE = """
from tiny import Tiny
class Bare(Tiny):
    name = "stranger"
    def view(self, state, seat):
        return super().view(state, seat)
GAME = Bare()
"""


@pytest.mark.parametrize("source", FAULTS)
def test_a_bad_game_of_others_is_left_out_in_one_sentence_and_the_rest_stay(source, tmp_path, monkeypatch):
    (tmp_path / "stranger.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "stranger", raising=False)
    shelf = SHELF.more("tiny=tiny,stranger=stranger,ghost=no.such.module")
    assert [*shelf] == [*SHELF, "tiny"]
    assert len(shelf) == len(SHELF) + 1
    assert "stranger" not in shelf
    assert shelf.faults["stranger"].startswith(f"The game stranger is left out: its module stranger {FAULTS[source]}")
    assert set(shelf.faults) == {"stranger", "ghost"}
    assert all("\n" not in fault and fault.endswith(".") for fault in shelf.faults.values())
    with pytest.raises(UnknownGame, match="There is no game 'stranger'"):
        shelf.game("stranger")


def test_a_game_has_to_say_what_its_states_and_views_are(tmp_path, monkeypatch):
    (tmp_path / "stranger.py").write_text(BARE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "stranger", raising=False)
    (fault,) = SHELF.more("stranger=stranger").faults.values()
    assert fault == "The game stranger is left out: start and view of stranger must be annotated with what they return."


def test_names_of_games_may_hold_digits_after_the_first_letter():
    assert "halma2000" in SHELF.more("halma2000=tiny").places
    with pytest.raises(BadShelf):
        SHELF.more("2048=tiny")


def test_commands_name_a_bad_game_in_one_line_and_go_on():
    environment = os.environ | {"SHEEPFOLD_GAMES": "tiny=tiny,ghost=no_such_module", "PYTHONPATH": "tests"}
    done = subprocess.run([sys.executable, "-m", "sheepfold", "games"], env=environment, capture_output=True, text=True)
    assert done.returncode == 0
    assert "tiny" in done.stdout
    assert done.stderr.count("\n") == 1
    assert "no_such_module" in done.stderr


def test_commands_read_the_setting_and_complain_in_one_line():
    def said(setting):
        environment = os.environ | {"SHEEPFOLD_GAMES": setting, "PYTHONPATH": "tests"}
        return subprocess.run(
            [sys.executable, "-m", "sheepfold", "games"], env=environment, capture_output=True, text=True
        )

    assert "tiny" in said("tiny=tiny").stdout
    refused = said("tiny")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
