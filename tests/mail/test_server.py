"""The whole server with its mail: pages that links lead to, and a table where everybody plays in their own way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest

from catching import Catcher, Caught
from mail_server import HOUSE, PASSWORD, MailServer, open_mail_server
from patience import patiently
from serving import Reader, server_in_thread, visitor
from sheepfold.play.setup import Setup
from sheepfold.web.settings import Settings


@pytest.fixture(scope="module")
def mail_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MailServer]:
    with open_mail_server(tmp_path_factory.mktemp("mail_server")) as found:
        yield found


def test_a_link_confirms_an_address_by_its_button_and_once(mail_server: MailServer) -> None:
    reader = Reader(mail_server.url)
    reader.open("/sign-up")
    reader.send("/sign-up", name="Ida", password=PASSWORD, mail="ida@mail.example")
    path = mail_server.path(mail_server.mail_to("ida@mail.example"), "confirm")
    reader.open(path)
    assert "Mail me the link again" in reader.open("/settings")
    reader.open(path)
    assert "confirmed" in reader.send(path)
    assert "One mail a day" in reader.open("/settings")
    assert "too old" in reader.send(path, status=409)
    assert "too old" in reader.send(path.replace(path[-3:], "aaa"), status=409)
    assert "Kept." in reader.send("/settings/mail/wish", wish="daily")


def test_puzzles_by_mail_are_a_setting_of_the_page_and_the_api_and_end_by_a_link(mail_server: MailServer) -> None:
    reader = Reader(mail_server.url)
    reader.open("/sign-up")
    reader.send("/sign-up", name="Una", password=PASSWORD, mail="una@mail.example")
    reader.open("/settings")
    assert "confirmed" in reader.send("/settings/mail/puzzles", status=422, wanted="on")
    path = mail_server.path(mail_server.mail_to("una@mail.example"), "confirm")
    reader.open(path)
    reader.send(path)
    box = '<input type="checkbox" name="wanted"'
    assert f"{box}>" in reader.open("/settings")
    assert "The first puzzle comes tomorrow." in reader.send("/settings/mail/puzzles", wanted="on")
    assert f"{box} checked>" in reader.open("/settings")
    with api(mail_server, reader) as una:
        assert una.get("/me").json()["user"]["puzzle_mail"] is True
    reader.open("/settings")
    assert "No puzzles come by mail." in reader.send("/settings/mail/puzzles")
    assert f"{box}>" in reader.open("/settings")


def test_the_page_says_where_copies_go_and_a_link_confirms_an_address_that_a_command_added(
    mail_server: MailServer,
) -> None:
    reader = Reader(mail_server.url)
    reader.open("/sign-up")
    reader.send("/sign-up", name="Vera", password=PASSWORD, mail="vera@mail.example")
    reader.open("/command")
    reader.send("/command", line=f'add Vera "{PASSWORD}" vera@work.example')
    assert "Copies go to vera@work.example (not confirmed yet)." in reader.open("/settings")
    path = mail_server.path(mail_server.mail_to("vera@work.example"), "confirm")
    reader.open(path)
    assert "Your address is confirmed" in reader.send(path)
    assert "Copies go to vera@work.example." in reader.open("/settings")


def test_who_has_lost_the_password_chooses_a_new_one_by_a_link_that_works_once(mail_server: MailServer) -> None:
    mail_server.newcomer("Joe")
    stranger = Reader(mail_server.url)
    stranger.open("/recover")
    same = stranger.send("/recover", name="nobody at all")
    assert stranger.send("/recover", name="joe") == same
    path = mail_server.path(mail_server.mail_to("joe@mail.example", 2), "recover")
    stranger.open(path)
    assert "8 to 200 characters" in stranger.send(path, status=422, password="short")
    assert "changed" in stranger.send(path, password="another-long-way")
    assert "too old" in stranger.send(path, status=409, password="and-another-way")
    stranger.open("/login")
    stranger.send("/login", name="Joe", password="another-long-way")
    assert "Joe" in stranger.open("/settings")


def api(mail_server: MailServer, reader: Reader) -> httpx.Client:
    """The same person as a program."""
    reader.open("/settings")
    secret = re.search(r'id="secret" readonly value="([^"]+)"', reader.send("/settings/key", label="x", play="on"))
    assert secret
    found = visitor(f"{mail_server.url}/api/v1")
    found.headers["authorization"] = f"Bearer {secret[1]}"
    return found


def some_move(player: httpx.Client, table: str, rng: Random) -> str:
    """Any legal move of theirs, as it is written."""
    parts: list[str] = []
    while True:
        choices = player.get(f"/tables/{table}/choices", params={"so_far": parts}).json()
        if choices["complete"]:
            return str(choices["text"])
        parts.append(rng.choice(choices["parts"]))


def test_everybody_plays_in_their_own_way_and_one_click_ends_the_mail(mail_server: MailServer) -> None:
    program, lou, rng = api(mail_server, mail_server.newcomer("Kim")), mail_server.by_mail("Lou"), Random(1)
    mail_server.write(
        "kim@mail.example", HOUSE, f"mutton challenge -size=3 -num_sheep=8 -num_wolves=2 kim:{PASSWORD} lou"
    )
    table: str = program.get("/me/tables").json()[0]["info"]["id"]

    def told(number: int) -> Caught:
        """Lou's mail about that event of the board."""
        patiently(lambda: f"Board {board}" in str(mail_server.relay.to(lou)[-1].mail["Subject"]))
        patiently(lambda: len([mail for mail in mail_server.relay.to(lou) if mail.mail["List-Unsubscribe"]]) > number)
        return [mail for mail in mail_server.relay.to(lou) if mail.mail["List-Unsubscribe"]][number]

    def answer(mail: Caught, move: str) -> None:
        mail_server.write(lou, str(mail.mail["Reply-To"]), f"Re: {mail.mail['Subject']}", f"{move}\n\n> {mail.text}")

    def to_move() -> list[int]:
        found: list[int] = program.get(f"/tables/{table}").json()["position"]["to_move"]
        return found

    board = program.get(f"/tables/{table}").json()["info"]["board"]
    answer(told(0), "random")
    patiently(lambda: to_move() == [1])
    assert program.post(f"/tables/{table}/moves", json={"move": some_move(program, table, rng)}).status_code == 200
    mail_server.typed(f"mutton move {board} Kim {PASSWORD} {some_move(program, table, rng)}")
    turn = told(2)  # the reply to the first answer was the mail before it
    assert "To move, answer this mail" in turn.text
    answer(turn, next(letter for letter in re.findall(r"Sheep   : (.*)", turn.text)[0].split() if letter.isupper()))
    patiently(lambda: to_move() == [1])
    last = next(mail.mail for mail in reversed(mail_server.relay.to(lou)) if mail.mail["List-Unsubscribe"])
    assert any(part.get_content_type() == "image/png" for part in last.walk())
    link = re.search(r"<http://fold\.example(/unsubscribe/[^>]+)>", str(last["List-Unsubscribe"]))
    assert link
    clicked = visitor(mail_server.url).post(link[1], data={"List-Unsubscribe": "One-Click"})
    assert (clicked.status_code, "No more mail" in clicked.text) == (200, True)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_server_whose_port_for_mail_is_taken_says_so_and_does_not_start(
    tmp_path: Path, relay: Catcher, capfd: pytest.CaptureFixture[str]
) -> None:
    taken = Settings(relay=f"127.0.0.1:{relay.port}", smtp=relay.port, mail_from=HOUSE, log_level="error")
    setup = Setup(database=f"sqlite:///{tmp_path}/fold.db", workers=0)
    with pytest.raises(AssertionError, match="stopped while starting"), server_in_thread(taken, setup):
        pass
    assert f"Mail cannot be taken in at 127.0.0.1:{relay.port}" in capfd.readouterr().err
