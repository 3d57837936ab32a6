"""Company, now: two who look for it meet at one table; lists that follow what opens; a challenge from a profile."""

from __future__ import annotations

from serving import Reader


def account(url: str, name: str) -> Reader:
    found = Reader(url)
    found.open("/sign-up")
    found.send("/sign-up", name=name, password="four sheep and a wolf")
    return found


def test_two_who_look_for_anybody_meet_and_a_third_waits(url):
    ada, bruno, cleo = Reader(url), Reader(url), Reader(url)
    ada.open("/")
    ada.send("/pair/dogs")
    table = ada.path
    assert "Sit down" not in ada.open(table)
    assert "1 of 2 seated" in Reader(url).open("/open")
    ada.send("/pair/dogs")
    assert ada.path == table  # who asks again waits at the same one
    assert table not in ada.open("/open")
    bruno.open("/")
    bruno.send("/pair/dogs")
    assert bruno.path == table
    assert "What happened" in ada.open(table)
    cleo.open("/")
    cleo.send("/pair/dogs")
    assert cleo.path != table


def test_nobody_is_led_to_terms_that_they_did_not_choose(url):
    host, guest = account(url, "Paula"), Reader(url)
    host.open("/new")
    host.send("/new", game="mutton", company="open", seats="2", clock="days-3")
    slow = host.path
    host.send("/new", game="mutton", company="open", seats="2", clock="live-15", rated="on", key="another")
    rated = host.path
    guest.open("/")
    guest.send("/pair/mutton")
    assert guest.path not in (slow, rated)


def test_a_profile_challenges_with_the_usual_options(url):
    quinn, rosa = account(url, "Quinn"), account(url, "Rosa")
    assert "Challenge Quinn" not in Reader(url).open("/people/Quinn")
    assert "Challenge Quinn" not in quinn.open("/people/Quinn")
    shown = rosa.open("/people/Quinn")
    assert "Challenge Quinn" in shown, shown
    assert "/new?game=mutton&with=Quinn" in shown, shown
    form = rosa.open("/new?game=mutton&with=Quinn")
    assert 'value="named" checked' in form
    assert 'value="Quinn"' in form
    assert 'name="option-berserk" value="on" checked' in form
    rosa.send("/new", game="mutton", company="named", names="Quinn", seats="2")
    assert f'href="{rosa.path}">Join' in quinn.open("/")


def test_favourites_and_whom_one_played_with_are_listed_for_oneself_alone(url):
    sven, tilda = account(url, "Sven"), account(url, "Tilda")
    sven.open("/new")
    sven.send("/new", game="dogs", company="named", names="Tilda", seats="2")
    table = sven.path
    tilda.open(table)
    tilda.send(f"{table}/sit")
    assert 'href="/people/Tilda"' not in sven.open("/me")
    tilda.do(f"/tables/{table.rpartition('/')[2]}/resign")
    assert "Played with lately" in sven.open("/me")
    assert "Favourites" not in sven.open("/me")
    assert "Add to favourites" in sven.open("/people/Tilda")
    assert "Remove from favourites" in sven.send("/people/Tilda/like", like="yes")
    mine = sven.open("/me")
    assert "Favourites" in mine
    assert mine.count('href="/people/Tilda"') == 1
    assert 'href="/people/Tilda#challenge">Challenge' in mine
    assert 'id="challenge"' in sven.open("/people/Tilda")
    assert "Favourites" not in tilda.open("/me")
    sven.send("/people/Tilda/like", like="no")
    assert "Favourites" not in sven.open("/me")
    sven.send("/people/Sven/like", status=422, like="yes")
    stranger = Reader(url)
    stranger.open("/people/Tilda")
    stranger.send("/people/Tilda/like", status=401, like="yes")
