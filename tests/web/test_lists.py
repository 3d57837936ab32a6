"""Pages that list and keep: what there is to watch, vacations, keys for programs."""

from __future__ import annotations

import re

import httpx
import pytest

from patience import PATIENCE
from serving import DOGS, SEATS, Reader, read, seated

ALONE = {"game": "fold", "seats": [{"kind": "me"}]}
FOLDED = "Against bots, or alone"


@pytest.fixture
def reader(url):
    return Reader(url)


def test_games_between_people_come_before_practice(anna, bert, reader):
    together = seated(anna, bert, DOGS)
    alone = anna.post("/tables", **ALONE)["id"]
    shown = reader.open("/watch")
    assert shown.index(f"/table/{together}") < shown.index(FOLDED) < shown.index(f"/table/{alone}")


def test_practice_never_crowds_out_a_game_between_people(anna, bert, reader):
    together = seated(anna, bert, DOGS)
    for _ in range(31):
        table = bert.post("/tables", **ALONE)["id"]
    shown = reader.open("/watch")
    assert shown.index(f"/table/{together}") < shown.index(FOLDED) < shown.index(f"/table/{table}")


def test_a_game_that_was_called_off_is_not_there_to_watch(anna, bert, reader):
    table = seated(anna, bert, DOGS)
    anna.post(f"/tables/{table}/abort")
    left = anna.post("/tables", **DOGS, seats=SEATS)["id"]
    anna.post(f"/tables/{left}/leave")
    shown = reader.open("/watch")
    assert table not in shown
    assert left not in shown


# -- vacations ---------------------------------------------------------------------------------


def test_who_is_nobody_has_no_vacation(reader):
    assert "Go on vacation" not in reader.open("/settings")
    assert "Log in first" in reader.send("/settings/vacation", status=401, days="3")


@pytest.mark.parametrize("days", ["", "0", "31", "-1", "three", "٣", "9" * 50])
def test_a_vacation_has_one_to_thirty_days(reader, days):
    arrive(reader)
    assert "A vacation has 1 to 30 days." in reader.send("/settings/vacation", status=422, days=days)
    assert "you have 30 days left" in reader.shown


def test_a_vacation_is_begun_and_ended_and_days_not_used_come_back(reader):
    arrive(reader)
    assert "a live clock never does" in reader.shown
    shown = reader.send("/settings/vacation", days="10")
    assert "your day clocks stand still" in shown
    assert "You are on vacation until" in shown
    shown = reader.send("/settings/vacation", back="yes")
    assert "your clocks run again" in shown
    assert "you have 29 days left" in shown  # the day that has begun counts
    assert "Only 29 of this year's 30" in reader.send("/settings/vacation", status=422, days="30")


# -- keys for programs -------------------------------------------------------------------------


def test_a_key_is_shown_once_works_and_is_revoked(reader, url):
    reader.open("/sign-up")
    reader.send("/sign-up", name="Keymaster", password="four sheep and a wolf")
    reader.open("/settings")
    shown = reader.send("/settings/key", label="my <bot>", play="on")
    secret = re.search(r'id="secret" readonly value="([^"]+)"', shown)
    assert secret is not None
    assert "my <bot>" in shown
    assert "may play" in shown
    bearer = {"authorization": f"Bearer {secret[1]}"}
    program = httpx.Client(base_url=f"{url}/api/v1", headers=bearer, timeout=PATIENCE)
    assert read(program.get("/me"))["scopes"] == ["play", "read"]
    assert secret[1] not in reader.open("/settings")
    key = re.search(r'name="key" value="(\d+)"', reader.shown)
    assert key is not None
    assert "revoked" in reader.send("/settings/key/revoke", key=key[1])
    assert program.get("/me").status_code == 401
    assert "no such token" in reader.send("/settings/key/revoke", status=404, key=key[1])
    assert "1 to 60 characters" in reader.send("/settings/key", status=422, label=" ")


def test_a_guest_has_no_keys(reader):
    arrive(reader)
    assert "Keys for programs" not in reader.shown
    assert "only an account" in reader.send("/settings/key", status=401, label="mine")


def arrive(reader: Reader) -> None:
    """Become a guest by opening a table, then look at the settings."""
    reader.open("/new")
    reader.send("/new", game="fold", company="open", seats="1")
    reader.open("/settings")
