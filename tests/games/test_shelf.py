"""The shelf: games by name, the rooms beside them, and games of others by a setting."""

import os
import subprocess
import sys

import pytest

from sheepfold.games import SHELF, BadShelf, Shelf, UnknownGame


def test_every_game_is_found_by_its_own_name():
    assert [SHELF.game(name).name for name in SHELF] == list(SHELF)


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
