"""How places and programs are called that somebody acts from."""

from __future__ import annotations

import pytest

from sheepfold.play.people.users import ClientInfo

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("agent", "program"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/142.0.0.0 Safari/537.36", "Chrome on Windows"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0", "Edge on Windows"),
        (f"Mozilla/5.0 (Linux; Android 15) {WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile Safari/604.1", "Safari on iPhone"),
        ("python-httpx/0.28.1", "python-httpx"),
        ("curl/8.5.0", "curl"),
        ("\u202emoc.live", "moc.live"),
        ("x" * 5000, "x" * 30),
        ("(nothing)", ""),
        ("", ""),
    ],
)
def test_programs_are_called_as_people_know_them(agent, program):
    assert ClientInfo("", agent).program == program


@pytest.mark.parametrize(
    ("address", "place"),
    [("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:DB8::1", "2001:db8::1"), ("unix:", "")],
)
def test_places_are_addresses_or_nothing(address, place):
    assert ClientInfo(address).place == place
