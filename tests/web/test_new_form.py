"""Forms: what a field takes stands beside it, and what does not fit is marked and kept."""

from __future__ import annotations

import html
import re

import pytest

from serving import Reader
from sheepfold.core.contract.face import Face
from sheepfold.core.options import Flag, Numbers, Option, Whole
from sheepfold.games import SHELF, game
from sheepfold.web.pages.tables.new import called

FACES = {name: getattr(SHELF.room(name, "face"), "FACE", Face()) for name in SHELF}
WRITTEN = [
    (name, option) for name in SHELF for option in game(name).options.declared() if isinstance(option, (Whole, Numbers))
]
"""Options that are typed."""


def field(shown: str, name: str) -> str:
    """A field of the form as its tag says it."""
    found = re.search(rf'<(?:input|select)[^>]*name="{name}"[^>]*>', shown)
    assert found is not None
    return found[0]


def marked(shown: str) -> list[str]:
    tags = re.findall(r'<(?:input|select)[^>]*aria-invalid="true"[^>]*>', shown)
    return [found for tag in tags for found in re.findall(r' name="([^"]*)"', tag)]


def said(shown: str) -> str:
    (words,) = re.findall(r'<p class="wrong"[^>]*>([^<]*)</p>', shown)
    return html.unescape(words)


def span(option: Option) -> str:
    assert isinstance(option, (Whole, Numbers))
    return f"{option.low if isinstance(option, Whole) else 0} to {option.high}"


@pytest.mark.parametrize(("name", "option"), WRITTEN)
def test_what_does_not_fit_is_marked_kept_and_called_as_the_form_calls_it(url: str, name: str, option: Option) -> None:
    reader = Reader(url)
    before = reader.open(f"/new?game={name}")
    assert marked(before) == []
    label = re.search(rf'<label for="o-{option.name}">(.*?)</label>', before, re.S)
    assert label is not None
    assert span(option) in label[1], "it says beforehand what it takes"
    shown = reader.send("/new", status=422, **{"game": name, "company": "open", f"option-{option.name}": "1-2-3"})
    assert marked(shown) == [f"option-{option.name}"]
    assert 'value="1-2-3"' in field(shown, f"option-{option.name}")
    assert 'aria-describedby="wrong"' in field(shown, f"option-{option.name}")
    assert said(shown).startswith(f"{called(FACES[name], option)}: ")
    assert span(option) in said(shown)
    assert f"{option.name}=" not in said(shown)


@pytest.mark.parametrize(
    ("name", "given", "about"),
    [
        ("mutton", {"num_wolves": "13", "num_sheep": "10"}, "num_wolves"),
        ("mutton", {"num_sheep": "26", "size": "2"}, "num_sheep"),
        ("mutton", {"quick": "11", "bid": "on"}, "quick"),
        ("dogs", {"tiles": "4"}, "tiles"),
        ("woolf", {"cards": "1-1-1-1-1-1-1"}, "cards"),
    ],
)
def test_options_that_do_not_fit_each_other_are_told_in_the_words_of_the_form(
    url: str, name: str, given: dict[str, str], about: str
) -> None:
    reader = Reader(url)
    reader.open(f"/new?game={name}")
    options = {f"option-{option}": value for option, value in given.items()}
    shown = reader.send("/new", status=422, game=name, company="open", **options)
    assert marked(shown) == [f"option-{about}"]
    words = said(shown)
    assert words.startswith(f"{FACES[name].settings[about]}: ")
    # a name of several words is none that people use
    assert not any(option.name in words for option in game(name).options.declared() if "_" in option.name)
    assert "=" not in words
    flags = [option for option in game(name).options.declared() if isinstance(option, Flag)]
    kept = [option.name for option in flags if " checked" in field(shown, f"option-{option.name}")]
    assert kept == [option.name for option in flags if given.get(option.name) == "on"]


@pytest.mark.parametrize("name", list(SHELF))
def test_the_sentence_is_there_too_where_the_form_has_no_field_for_it(url: str, name: str) -> None:
    reader, most = Reader(url), str(game(name).seats[-1])
    reader.open(f"/new?game={name}")
    shown = reader.send("/new", status=422, game=name, company="friend", seats=most, fill=most)
    assert said(shown) == "Leave a seat for somebody else, or choose the house bots."
    assert marked(shown) == (["fill"] if 'name="fill"' in shown else [])


def test_whoever_cannot_be_invited_is_marked_too(url: str) -> None:
    reader = Reader(url)
    reader.open("/new?game=dogs")
    shown = reader.send("/new", status=422, game="dogs", company="named", names="", seats="2")
    assert (marked(shown), said(shown)) == (["names"], "Name one player.")
    shown = reader.send("/new", status=422, game="dogs", company="named", names="Nobody at all", seats="2")
    assert marked(shown) == ["names"]
    assert 'value="Nobody at all"' in field(shown, "names")


@pytest.mark.parametrize(
    ("field_name", "typed", "words"),
    [
        ("name", "x" * 30, "A name has 2 to 24 letters"),
        ("name", "admin", "This name is reserved"),
        ("password", "short", "A password has 8 to 200 characters"),
        ("mail", "nowhere", "is not a mail address"),
    ],
)
def test_signing_up_marks_the_field_that_does_not_fit_and_keeps_what_is_no_secret(
    url: str, field_name: str, typed: str, words: str
) -> None:
    reader = Reader(url)
    assert marked(reader.open("/sign-up")) == []
    given = {"name": "Dorothea", "password": "long enough", "mail": "", field_name: typed}
    shown = reader.send("/sign-up", status=422, **given)
    assert marked(shown) == [field_name]
    wrong = field(shown, field_name)
    assert 'aria-describedby="wrong"' in wrong
    assert words in said(shown)
    assert (f'value="{typed}"' in wrong) == (field_name != "password")


@pytest.mark.parametrize(
    ("door", "form", "field_name", "words"),
    [
        ("mail", {"mail": "nowhere"}, "mail", "is not a mail address"),
        ("password", {"old": "not mine", "new": "long enough"}, "old", "The old password is wrong."),
        ("password", {"old": "long enough", "new": "short"}, "new", "A password has 8 to 200 characters"),
        ("vacation", {"days": "31"}, "days", "A vacation has 1 to 30 days."),
        ("key", {"label": " "}, "label", "Give the token a label"),
        ("delete", {"password": "not mine"}, "password", "The password is wrong, so nothing was deleted."),
    ],
)
def test_settings_mark_the_field_that_does_not_fit_and_keep_what_is_no_secret(
    url: str, door: str, form: dict[str, str], field_name: str, words: str
) -> None:
    reader = Reader(url)
    reader.open("/sign-up")
    reader.send("/sign-up", name=f"Form {door[:3]} {field_name[:4]}", password="long enough")
    assert marked(reader.open("/settings")) == []
    shown = reader.send(f"/settings/{door}", status=422, **form)
    assert marked(shown) == [field_name]
    assert words in said(shown)
    wrong = field(shown, field_name)
    assert 'aria-describedby="wrong"' in wrong
    assert ('type="password"' in wrong) != (f'value="{form[field_name]}"' in wrong)
