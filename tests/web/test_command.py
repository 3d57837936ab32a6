"""Commands of play by mail in the browser."""

from __future__ import annotations

import html
from collections.abc import AsyncIterator, Callable

import pytest

from observer import API, Fold, Somebody

pytestmark = pytest.mark.anyio

PASSWORD = "crook and bell"


@pytest.fixture
async def fold(new_database: Callable[[str], str]) -> AsyncIterator[Fold]:
    async with Fold.open(new_database("sqlite")) as fold:
        yield fold


@pytest.fixture
async def ada(fold: Fold) -> Somebody:
    for name in ("Bo", "Ada"):
        person = Somebody(fold, name)
        await person.arrive()
    return person


async def send(who: Somebody, line: str, body: str = "", key: str = "") -> tuple[int, str]:
    """The status, and the page as it reads."""
    found = await who.ask("POST", "/command", {"line": line, "body": body, "key": key})
    return found.status, html.unescape(found.text)


async def test_who_is_logged_in_may_leave_userid_and_password_out(ada: Somebody) -> None:
    status, page = await send(ada, "mutton challenge -size=3 -num_sheep=13 -num_wolves=3 Bo Ada")
    assert status == 200
    assert "New Mutton Board 101 Ada" in page
    assert "mutton move 101#1 MOVE" in page
    status, page = await send(ada, "mutton move 101 sparse")
    assert (status, "Mutton Board 101 Bo" in page) == (200, True)
    assert '<a href="/table/' in page


async def test_a_stranger_gives_userid_and_password_and_reads_neither_again(ada: Somebody) -> None:
    await send(ada, "mutton challenge Bo Ada")
    stranger = Somebody(ada.fold)
    status, page = await send(stranger, f'mutton move 101 Ada "{PASSWORD}" sparse')
    assert status == 200
    assert "A token is safer" in page
    status, page = await send(stranger, 'mutton move 101 Bo "crook and bull" HIDE')
    assert status == 422
    assert "The userid or the password is wrong." in page
    assert "crook" not in page


async def test_only_who_will_sit_there_starts_a_board(ada: Somebody) -> None:
    stranger = Somebody(ada.fold)
    status, page = await send(stranger, "mutton challenge Bo Ada")
    assert (status, "You can start only a board at which you play" in page) == (422, True)
    cy = Somebody(ada.fold, "Cy")
    await cy.arrive()
    assert (await send(cy, "mutton challenge Bo Ada"))[0] == 422
    status, page = await send(stranger, f'mutton challenge "Ada:{PASSWORD}" Bo')
    assert (status, "New Mutton Board 101" in page) == (200, True)


async def test_a_form_that_is_sent_twice_is_obeyed_once(ada: Somebody) -> None:
    pages = [(await send(ada, "mutton challenge Bo Ada", key="once"))[1] for _ in range(2)]
    assert all("New Mutton Board 101" in page for page in pages)
    assert "Board 102" not in pages[1]


async def test_a_form_without_its_secret_changes_nothing(ada: Somebody) -> None:
    ada.csrf = "forged"
    status, page = await send(ada, "mutton challenge Bo Ada")
    assert (status, "nothing was changed" in page) == (403, True)


async def test_what_was_wrong_stays_in_the_form_without_its_password(ada: Somebody) -> None:
    _, page = await send(Somebody(ada.fold), "mutton mvoe 101 Ada hunter2hunter2 sparse")
    assert "did you mean move?" in page
    assert 'value="mutton mvoe 101 Ada *** sparse"' in page
    assert "hunter2" not in page


async def test_the_number_of_a_board_stands_on_its_page(ada: Somebody) -> None:
    await send(ada, "mutton seek")
    terms = {"game": "mutton", "seats": [{"kind": "me"}, {"kind": "open"}]}
    opened = await ada.must("POST", f"{API}/tables", terms)
    assert opened["board"] == 101
    assert "table 101" in (await ada.ask("GET", f"/table/{opened['id']}")).text
