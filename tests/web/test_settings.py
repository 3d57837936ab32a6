"""Settings come from arguments, then from the environment, then from defaults; nonsense is refused in a sentence."""

from dataclasses import fields
from pathlib import Path

import pytest

from sheepfold.play.setup import Retention
from sheepfold.web.server import missing
from sheepfold.web.settings import SettingError, Settings


def test_arguments_win_over_the_environment_and_that_over_defaults():
    found = Settings.read({"SHEEPFOLD_PORT": "9000", "SHEEPFOLD_BUS": "postgres"}, port=9001, address=None)
    assert (found.port, found.bus, found.address) == (9001, "postgres", "127.0.0.1")


def test_an_empty_variable_is_as_good_as_none():
    assert Settings.read({"SHEEPFOLD_PORT": ""}).port == 8000


@pytest.mark.parametrize(
    "environment",
    [
        {"SHEEPFOLD_PORT": "eighty"},
        {"SHEEPFOLD_PORT": "٣"},
        {"SHEEPFOLD_PORT": "70000"},
        {"SHEEPFOLD_RATE_LIMITS": "maybe"},
        {"SHEEPFOLD_PUBLIC_URL": "sheepfold.example"},
        {"SHEEPFOLD_PUBLIC_URL": "https://sheepfold.example/games"},
        {"SHEEPFOLD_LOG_LEVEL": "shout"},
    ],
)
def test_nonsense_is_refused(environment):
    with pytest.raises(SettingError) as refused:
        Settings.read(environment)
    assert str(refused.value).endswith(".")


def test_words_for_yes_and_no():
    assert Settings.read({"SHEEPFOLD_RATE_LIMITS": "no"}).rate_limits is False
    assert Settings.read({"SHEEPFOLD_RATE_LIMITS": "ON"}).rate_limits is True


def test_what_is_kept_for_how_long_can_be_set():
    assert Settings.read({}).retention == Retention()
    assert Settings.read({"SHEEPFOLD_KEEP_GUESTS": "0", "SHEEPFOLD_KEEP_FINISHED": "365"}).retention == Retention(
        guests=0, finished=365
    )
    with pytest.raises(SettingError, match="SHEEPFOLD_KEEP_GUESTS must be a whole number"):
        Settings.read({"SHEEPFOLD_KEEP_GUESTS": "-1"})


def test_every_span_is_documented():
    page = (Path(__file__).parents[2] / "docs" / "command.md").read_text()
    for span in fields(Retention):
        row = f"| `SHEEPFOLD_KEEP_{span.name.upper()}` |"
        assert row in page
        assert page.partition(row)[2].partition("\n")[0].endswith(f"| {span.default} |")


@pytest.mark.parametrize(
    ("address", "proxies", "lacks"),
    [
        ("127.0.0.1", "", False), ("::1", "", False), ("localhost", "", False), ("0.0.0.0", "", True),
        ("::", "", True), ("sheepfold.example", "", True), ("0.0.0.0", "10.0.0.1", False),
    ],
)  # fmt: skip
def test_a_server_open_to_the_network_without_a_proxy_says_in_one_line_what_is_missing(address, proxies, lacks):
    said = missing(Settings(address=address, trusted_proxies=proxies))
    assert bool(said) == lacks
    assert "\n" not in said
    assert not lacks or "deploy/nginx.conf" in said
