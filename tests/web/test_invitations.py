"""Invitations: by link, where whoever has the link may sit down, and by name."""

import re

import pytest

from serving import Reader


@pytest.fixture
def link(url):
    """The way to a private table that waits for a second player."""
    host = Reader(url)
    host.open("/new")
    host.send("/new", game="dogs", company="friend", seats="2")
    found = re.search(r'/table/[^"]+invite=\w+', host.shown)
    assert found is not None
    return found[0]


def friend(url: str, known: bool) -> Reader:
    """Somebody who comes for the first time, or who opened a table before."""
    found = Reader(url)
    found.open("/new")
    if known:
        found.send("/new", game="dogs", company="open", seats="2")
    return found


@pytest.mark.parametrize("known", [False, True])
def test_an_invitation_to_a_private_table_is_good_for_strangers_and_for_who_is_known_here(url, link, known):
    guest = friend(url, known)
    assert "Sit down" in guest.open(link)
    assert "Invite a friend" not in guest.shown
    table, _, invite = link.partition("?invite=")
    assert "What happened" in guest.send(f"{table}/sit", invite=invite)


def account(url: str, name: str) -> Reader:
    found = Reader(url)
    found.open("/sign-up")
    found.send("/sign-up", name=name, password="four sheep and a wolf")
    return found


def test_who_is_invited_by_name_finds_the_table_and_the_seat(url):
    ada, bruno, cleo = (account(url, name) for name in ("Ada", "Bruno", "Cleo"))
    ada.open("/new")
    ada.send("/new", game="dogs", company="named", names="bruno", seats="2")
    table = ada.path
    assert f'href="{table}">Join' in bruno.open("/")
    assert f'href="{table}">Join' not in cleo.open("/")
    assert "kept for somebody else" in cleo.send(f"{table}/sit", status=403)
    assert "What happened" in bruno.send(f"{table}/sit")


def test_who_is_not_known_here_cannot_be_invited_by_name(url):
    dora = account(url, "Dora")
    for name, words in (("Nobody at all", "nobody called 'Nobody at all'"), ("DORA", "name somebody else")):
        dora.open("/new")
        assert words in dora.send("/new", status=422, game="dogs", company="named", names=name, seats="2")
        assert f'value="{name}"' in dora.shown
