"""Invitations by link: whoever has the link may sit down."""

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
