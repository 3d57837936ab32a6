"""What is done at the table page beside moving, by its plain forms: no script runs here."""

from __future__ import annotations

import re

import pytest

from patience import patiently
from serving import DOGS, Reader, server_in_thread
from sheepfold.play.errors import BadRequest, NotNow
from sheepfold.play.setup import Setup
from sheepfold.play.terms import Conditional
from sheepfold.web.pages.actions import changed
from sheepfold.web.settings import Settings

LATER = Conditional("0,4N"), Conditional("0,5N", "lays")


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    """With one worker, so that bots can take over."""
    setup = Setup(database=f"sqlite:///{tmp_path_factory.mktemp('actions')}/fold.db", workers=1, bot_pace=0)
    with server_in_thread(Settings(log_level="error"), setup) as found:
        yield found


def meet(url: str, *others: Reader, game: str = "dogs", seats: int = 2) -> tuple[Reader, str]:
    """A table that a reader opens and the others join; answers the reader and the table's address."""
    ada = Reader(url)
    short = {f"option-{name}": str(value) for name, value in DOGS["options"].items()} if game == "dogs" else {}
    ada.open("/new")
    ada.send("/new", game=game, company="open", seats=str(seats), **short)
    table = ada.path.rpartition("/")[2]
    for other in others:
        other.open(f"/table/{table}")
        other.send(f"/table/{table}/sit")
    ada.open(f"/table/{table}")
    return ada, table


@pytest.fixture
def bruno(url):
    return Reader(url)


# -- moves kept ready --------------------------------------------------------------------------


def test_moves_are_kept_dropped_and_cleared():
    kept = changed((), {"do": "keep", "move": "  0,4\x1bN ", "when": "", "at": "0"})
    assert kept == LATER[:1]
    assert changed(kept, {"do": "keep", "move": "0,5N", "when": "lays", "at": "1"}) == LATER
    assert changed(LATER, {"do": "drop", "move": "0,4N", "at": "0"}) == LATER[1:]
    assert changed(LATER, {"do": "clear"}) == ()


@pytest.mark.parametrize(
    ("form", "error"),
    [
        ({"do": "keep", "move": "   ", "at": "2"}, BadRequest),
        ({"do": "keep", "move": "0,6N", "at": "1"}, NotNow),
        ({"do": "drop", "move": "0,4N", "at": "1"}, NotNow),
        ({"do": "drop", "move": "0,4N", "at": "7"}, NotNow),
        ({"do": "drop", "move": "0,5N", "at": "-1"}, NotNow),
        ({"do": "dance"}, BadRequest),
        ({}, BadRequest),
    ],
)
def test_a_form_that_does_not_fit_keeps_and_drops_nothing(form, error):
    with pytest.raises(error):
        changed(LATER, form)


def test_a_move_kept_ready_is_played_when_the_turn_comes(url, bruno):
    ada, table = meet(url, bruno)
    assert "Moves kept ready" in bruno.open(f"/table/{table}")
    shown = bruno.send(f"/table/{table}/ready", do="keep", move="2,0N", when="lays", at="0")
    assert "2,0N" in shown
    assert "if told: lays" in shown
    assert '<details class="panel" id="ready-fold" open>' in shown
    assert "if told: lays" not in ada.open(f"/table/{table}")
    ada.send(f"/table/{table}/move", move="0,-3N")
    patiently(lambda: "You lay 2,0N" in bruno.open(f"/table/{table}"))
    assert "if told: lays" not in bruno.shown


def test_what_cannot_be_kept_ready_is_said_and_changes_nothing(url, bruno):
    ada, table = meet(url, bruno)
    address = f"/table/{table}/ready"
    assert "It is your turn" in ada.shown
    assert "play your move on the board" in ada.send(address, status=409, do="keep", move="0,4N", at="0")
    assert f'href="/table/{table}">Back to the table' in ada.shown
    bruno.open(f"/table/{table}")
    assert "Write the move" in bruno.send(address, status=422, do="keep", move=" ", at="0")
    assert "'two north' is no tile" in bruno.send(address, status=422, do="keep", move="two north", at="0")
    assert "at most 200" in bruno.send(address, status=422, do="keep", move="x" * 201, at="0")
    bruno.send(address, do="keep", move="0,4N", at="0")
    assert "changed meanwhile" in bruno.send(address, status=409, do="keep", move="0,4N", at="0")
    assert bruno.open(f"/table/{table}").count("<code>0,4N</code>") == 1


def test_who_looks_on_keeps_no_move_ready(url, bruno):
    _, table = meet(url, bruno)
    cleo = Reader(url)
    assert "Moves kept ready" not in cleo.open(f"/table/{table}")
    assert "Take a seat first" in cleo.send(f"/table/{table}/ready", status=403, do="clear")


def test_whoever_plays_with_bots_alone_has_no_use_for_it(url):
    reader = Reader(url)
    reader.open("/")
    reader.send("/play/dogs", key="one")
    assert "Moves kept ready" not in reader.shown
    assert "Draw?" not in reader.shown
    assert "Leave…" not in reader.shown


def test_a_form_that_is_sent_twice_is_one_wish_and_one_that_was_changed_is_another(url, bruno):
    ada, table = meet(url, bruno)
    for text in ("hello", "hello", "goodbye"):
        ada.send(f"/table/{table}/say", key="one", text=text)
    assert (ada.shown.count("hello"), ada.shown.count("goodbye")) == (1, 1)
    where = []
    for tiles in ("5", "5", "7"):
        ada.send("/new", key="two", game="dogs", company="open", **{"option-tiles": tiles})
        where.append(ada.path)
    assert where[0] == where[1] != where[2]


# -- a left seat -------------------------------------------------------------------------------


def test_who_leaves_is_asked_first_and_can_come_back(url, bruno):
    ada, table = meet(url, bruno)
    bruno.open(f"/table/{table}")
    assert "Leave the table?" in bruno.send(f"/table/{table}/leave")
    assert "has left" not in ada.open(f"/table/{table}")
    assert "You have left" in bruno.send(f"/table/{table}/leave", sure="yes")
    assert "has left. A bot can play on" in ada.open(f"/table/{table}")
    assert "Take back" not in bruno.shown
    assert "You have left" not in bruno.send(f"/table/{table}/sit")
    assert "has left" not in ada.open(f"/table/{table}")


def test_a_bot_plays_on_for_who_left_when_all_agree(url, bruno):
    cleo = Reader(url)
    ada, table = meet(url, bruno, cleo, game="fold", seats=3)
    cleo.open(f"/table/{table}")
    cleo.send(f"/table/{table}/leave", sure="yes")
    ada.open(f"/table/{table}")
    assert re.search(r"<select[^>]*name=\"bot\"><option value=\"drover\">Drover</option>.*>Random</option>", ada.shown)
    assert "There is no bot 'wolf'" in ada.send(
        f"/table/{table}/offer", status=422, kind="takeover", about="3", bot="wolf"
    )
    shown = ada.send(f"/table/{table}/offer", kind="takeover", about="3", bot="drover")
    assert "propose that the bot Drover plays on for" in shown
    assert "A bot can play on" not in shown
    assert "Accept" in bruno.open(f"/table/{table}")
    bruno.send(f"/table/{table}/answer", kind="takeover", accept="no")
    assert "A bot can play on" in ada.open(f"/table/{table}")
    ada.send(f"/table/{table}/offer", kind="takeover", about="3", bot="drover")
    bruno.send(f"/table/{table}/answer", kind="takeover", accept="yes")
    assert "The bot Drover takes over seat 3" in bruno.shown
    assert "You have left" not in cleo.open(f"/table/{table}")


def test_a_bot_plays_on_at_once_where_nobody_else_is_left_to_ask(url, bruno):
    ada, table = meet(url, bruno)
    bruno.open(f"/table/{table}")
    bruno.send(f"/table/{table}/leave", sure="yes")
    assert "Let it play" in ada.open(f"/table/{table}")
    assert "takes over seat 2" in ada.send(f"/table/{table}/offer", kind="takeover", about="2", bot="collie")


# -- other offers, and the end -----------------------------------------------------------------


def test_a_game_is_called_off_before_and_given_up_after_the_first_move(url, bruno):
    ada, table = meet(url, bruno)
    assert "Call off…" in ada.shown
    assert "Give up…" not in ada.shown
    assert "Call this game off?" in ada.send(f"/table/{table}/abort")
    assert "called off" in ada.send(f"/table/{table}/abort", sure="yes").lower()
    ada, table = meet(url, Reader(url))
    ada.send(f"/table/{table}/move", move="0,-3N")
    assert "Give up…" in ada.shown
    assert "only before the first move" in ada.send(f"/table/{table}/abort", status=409, sure="yes")
    assert "gave up" in ada.send(f"/table/{table}/resign", sure="yes")
    assert "Another game" in ada.shown


def test_a_draw_an_undo_and_a_rematch_are_offered_and_answered(url, bruno):
    ada, table = meet(url, bruno)
    ada.send(f"/table/{table}/move", move="0,-3N")
    assert "propose to take the last move back" in ada.send(f"/table/{table}/offer", kind="undo")
    bruno.open(f"/table/{table}")
    assert "takes the last move back" in bruno.send(f"/table/{table}/answer", kind="undo", accept="yes")
    assert "no such offer" in bruno.send(f"/table/{table}/answer", status=409, kind="undo", accept="yes")
    assert "a draw, an undo" in bruno.send(f"/table/{table}/offer", status=422, kind="sheep")
    ada.send(f"/table/{table}/move", move="0,-3N")
    ada.send(f"/table/{table}/offer", kind="draw")
    assert "Withdraw" in ada.shown
    bruno.open(f"/table/{table}")
    assert "agree to a draw" in bruno.send(f"/table/{table}/answer", kind="draw", accept="yes")
    bruno.send(f"/table/{table}/offer", kind="rematch")
    ada.open(f"/table/{table}")
    assert "Another game</button>" not in bruno.shown
    assert "proposes another game." in ada.shown
    assert "Yes, another game</button>" in ada.shown
    ada.send(f"/table/{table}/answer", kind="rematch", accept="yes")
    assert ada.path.startswith("/table/")
    assert ada.path != f"/table/{table}", "whoever agrees to another game is taken there"
    assert f'href="{ada.path}">To the next game' in bruno.open(f"/table/{table}")


def test_taking_back_is_offered_only_where_it_can_succeed(url, bruno):
    ada, table = meet(url, bruno)
    assert "Take back" not in ada.shown
    ada.send(f"/table/{table}/move", move="0,-3N")
    assert "Take back" in ada.shown
    assert "Take back" not in bruno.open(f"/table/{table}"), "Bruno has made no move"


def test_the_end_of_the_first_game_is_told_without_a_script(url, bruno):
    ada = Reader(url)
    ada.open("/new")
    ada.send("/new", **{"game": "dogs", "company": "open", "seats": "2", "option-tiles": "3", "option-mode": "duel"})
    table = ada.path.rpartition("/")[2]
    bruno.open(f"/table/{table}")
    bruno.send(f"/table/{table}/sit")
    ada.send(f"/table/{table}/move", move="0,-3N")
    assert "Game 1 of 2 is over" not in ada.shown
    assert "Game 1 of 2 is over." in bruno.send(f"/table/{table}/move", move="2,0N")
    assert "Now you are the Sheep: beat" in bruno.shown
    assert "Take back" not in bruno.shown, "what ended a game stands"
    bruno.send(f"/table/{table}/move", move="0,-3N")
    assert "Now you are the Sheep" not in bruno.shown, "who has moved in the next game has seen enough of the last"
    assert "Now " in ada.open(f"/table/{table}")


# -- talk and notes ----------------------------------------------------------------------------


def test_talk_and_notes_need_no_script(url, bruno):
    ada, table = meet(url, bruno)
    assert "Lovely <evening>" in ada.send(f"/table/{table}/say", text="Lovely <evening>")
    assert "1 to 500" in ada.send(f"/table/{table}/say", status=422, text=" ")
    bruno.open(f"/table/{table}")
    assert "watch the east" in bruno.send(f"/table/{table}/note", text="watch the east")
    assert "watch the east" not in ada.open(f"/table/{table}")
    assert "Take a seat first" in Reader(url).send(f"/table/{table}/note", status=403, text="x")
