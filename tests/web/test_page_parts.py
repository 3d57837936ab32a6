"""The pieces that pages are made of: settings of a browser, words, pictures for cards, guides, plots, static files."""

from __future__ import annotations

import shutil
from pathlib import Path
from urllib.parse import urlencode
from xml.etree import ElementTree

import httpx
import pytest
from starlette.requests import Request

from observer import API, Fold, Somebody, page_data
from patience import PATIENCE
from serving import server_in_thread
from sheepfold.command.looking import whose
from sheepfold.core.contract import Outcome
from sheepfold.core.drawing.svg import Files, svg
from sheepfold.core.scores import Scores
from sheepfold.core.words.prose import listed
from sheepfold.games import SHELF, game
from sheepfold.play.errors import BadRequest
from sheepfold.play.people.users import Names
from sheepfold.play.tables.log import TakenOver, table_sentence
from sheepfold.play.terms import (
    Clock,
    Listed,
    Rating,
    RatingStep,
    SeatInfo,
    SeatPlan,
    Status,
    TableInfo,
    Terms,
)
from sheepfold.web.pages import accounts, home, rendering, rules, static
from sheepfold.web.pages.tables import lists, new
from sheepfold.web.pages.visit import Visit
from sheepfold.web.settings import Settings
from sheepfold.web.updates.scenes import PLAIN

FACES = {name: face for name in SHELF if (face := getattr(SHELF.room(name, "face"), "FACE", None)) is not None}
"""Of the games that have one."""


def liked(cookie):
    """How a browser with that cookie likes the pages."""
    headers = [] if cookie is None else [(b"cookie", f"{rendering.COOKIE}={cookie}".encode())]
    return Visit(Request({"type": "http", "headers": headers}), None, None).preferences


def test_taste_survives_its_cookie():
    taste = rendering.preferences({"theme": "dark", "motion": "calm", "sound": "on", "notify": "off"})
    assert (taste["theme"], taste["motion"], taste["sound"]) == ("dark", "calm", "on")
    assert liked(urlencode(taste)) == taste


@pytest.mark.parametrize("cookie", [None, "", "theme=pink", "theme=dark&theme=", "%%%", "x" * 5000, "theme=<script>"])
def test_a_strange_cookie_is_the_default(cookie):
    assert liked(cookie)["theme"] in ("auto", "dark")
    assert liked(cookie)["sound"] == "off"


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(None, ""), (-3, "00:00"), (59.9, "00:59"), (252, "04:12"), (3723, "1:02:03"), (3 * 86_400 + 5, "3 d")],
)
def test_time_left_as_a_plate_shows_it(seconds, shown):
    assert rendering.left(seconds) == shown


def test_lists_and_clocks_in_words():
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert rendering.clock(Clock("live", 300, 5)) == "5 min + 5 s a move"
    assert rendering.clock(Clock("days", 86_400)) == "1 day a move"


@pytest.mark.parametrize("name", SHELF)
def test_cards_are_drawn_by_the_games_and_use_the_sprite(name):
    face = FACES.get(name, PLAIN)
    drawn = svg(rendering.card_picture(game(name), face), Files("/static/beasts.svg", "/symbols.svg"))
    ElementTree.fromstring(drawn)
    assert "<symbol" not in drawn
    assert "/static/beasts.svg#" in drawn or "/symbols.svg#" in drawn


@pytest.mark.parametrize("name", FACES)
def test_a_game_with_a_face_has_a_guide_with_a_picture(name):
    guide = rules.guide(name, FACES[name])
    assert len(guide.contents) >= 5
    assert "<figure><svg" in guide.body
    assert all(f'id="{anchor}"' in guide.body for anchor, _ in guide.contents)


@pytest.mark.parametrize("name", FACES)
def test_every_option_has_a_name_among_people_and_so_has_what_it_chooses_from(name):
    face, options = FACES[name], game(name).options.declared()
    assert set(face.settings) == {option.name for option in options}
    assert set(face.ways) == {word for option in options for word in getattr(option, "among", ())}


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("mutton", "I am the Wolf first", "I am the Farmer first"),
        ("dogs", "I am the Sheep first", "I am the Wolf first"),
        ("fold", "I sit in the first seat", "I sit in the last seat"),
    ],
)
def test_a_seat_is_chosen_by_the_role_that_is_played_there(name, first, last):
    assert new.places(game(name))[1:] == (first, last)


@pytest.mark.parametrize("name", SHELF)
def test_a_new_table_offers_only_what_fits_its_game(name, door):
    form = door.get(f"/new?game={name}").text
    assert ('type="checkbox" name="aids"' in form) == bool(FACES.get(name, PLAIN).aid)
    assert "num sheep" not in form


@pytest.mark.parametrize("name", SHELF)
def test_every_option_says_what_it_takes_and_what_is_usual(name):
    for option in game(name).options.declared():
        assert rules.takes(FACES.get(name, PLAIN), option)
        assert rules.in_words(FACES.get(name, PLAIN), option.default)


def test_a_form_keeps_only_what_differs_from_the_usual():
    mutton = game("mutton")
    given = {f"option-{option.name}": new.shown(option) for option in mutton.options.declared()}
    assert new.read_options(mutton, given) == {}
    assert new.read_options(mutton, given | {"option-size": "5", "option-berserk": ""}) == {"size": 5, "berserk": False}


def test_a_form_seats_people_first_and_fills_up_with_bots():
    woolf = game("woolf")
    form = {"seats": "5", "company": "named", "names": "Ann, Bo", "fill": "1", "bot": "sleuth"}
    me, bot = SeatPlan("me"), SeatPlan("bot", "sleuth")
    named = (SeatPlan("user", "Ann"), SeatPlan("user", "Bo"))
    assert new.read_terms(woolf, form).seats == (me, *named, SeatPlan(), bot)
    assert new.read_terms(woolf, form | {"first": "no"}).seats == (*named, SeatPlan(), bot, me)
    assert new.read_terms(woolf, form | {"company": "open", "fill": "2"}).seats == (
        me,
        SeatPlan(),
        SeatPlan(),
        bot,
        bot,
    )
    assert new.read_terms(woolf, form | {"company": "bot", "fill": "0"}).seats == (me, bot, bot, bot, bot)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"company": "friend", "fill": "4"}, "Leave a seat"),
        ({"company": "named", "names": " , "}, "Name 1 to 4 players"),
        ({"company": "named", "names": "Ann", "fill": "4"}, "Leave a seat"),
        ({"company": "named", "names": "Ann, Bo", "fill": "3"}, "Name one player"),
        ({"company": "named", "names": "Ann, ANN"}, "one seat only"),
    ],
)
def test_company_that_does_not_fit_is_said(form, words):
    with pytest.raises(BadRequest, match=words):
        new.read_terms(game("woolf"), {"seats": "5"} | form)


def test_nobody_is_invited_to_a_game_alone():
    with pytest.raises(BadRequest, match="choose more seats"):
        new.read_terms(game("fold"), {"seats": "1", "company": "named", "names": "Ann"})
    assert new.read_terms(game("fold"), {"seats": "1", "company": "friend"}).seats == (SeatPlan("me"),)


def test_a_plot_names_every_line_and_how_uncertain_it_is():
    steps = [
        RatingStep(1.0, "dogs", "", 1040, 640),
        RatingStep(2.0, "mutton", "Wolf", 980, 650),
        RatingStep(3.0, "dogs", "", 1100, 600),
    ]
    drawn = accounts.rating_plot(steps, "Ada <3")
    ElementTree.fromstring(drawn)
    assert "Sheep, Dogs and Wolves: 1100 ± 600" in drawn
    assert "Mutton, Wolf: 980 ± 650" in drawn
    assert accounts.rating_plot([], "Ada") == ""


@pytest.mark.parametrize(
    ("name", "role", "printed"), [("dogs", "Wolf", "Wolf"), ("dogs", "", "both"), ("woolf", "", "any")]
)
def test_a_rating_says_for_which_role(name, role, printed):
    assert rendering.role(Rating("user:1", "Ada", name, role, 25.0, 8.0, 1, 1000, 640)) == printed


@pytest.mark.parametrize(
    ("outcome", "verdict"),
    [
        pytest.param(Outcome((1,), Scores({1: 4, 2: 3}), "points"), "won", id="a duel won"),
        pytest.param(Outcome((2,), Scores({1: 3, 2: 4}), "points"), "lost", id="a duel lost"),
        pytest.param(Outcome((1, 2), Scores(), "agreed"), "drawn", id="an agreed draw"),
        pytest.param(Outcome((), Scores({1: 9}), "score"), "played", id="for the score"),
        pytest.param(Outcome((), Scores(), "aborted", 2), "called off", id="called off"),
        pytest.param(Outcome((1, 2), Scores({"players": 9, "wolves": 4}), "players won"), "won", id="won together"),
        pytest.param(Outcome((1, 2), Scores({"players": 4, "wolves": 4}), "draw"), "drawn", id="level with the wolves"),
        pytest.param(Outcome((), Scores({"players": 1, "wolves": 4}), "wolves won"), "lost", id="lost together"),
        pytest.param(Outcome((), Scores(), "resigned", 2), "lost", id="given up together"),
    ],
)
def test_a_profile_says_how_a_game_went(outcome, verdict):
    seats = tuple(SeatInfo(seat, "user", f"Player {seat}", seat) for seat in (1, 2))
    info = TableInfo("t", 101, Terms("fold", {}, ()), Status.OVER, 1, seats, False, 1, "", "", 0.0, (), None)
    assert accounts.verdict(Listed(info, 1, outcome=outcome)) == verdict


@pytest.mark.parametrize(
    ("outcome", "result"),
    [
        (Outcome((1,), Scores({1: 4, 2: 3}), "points"), "Player 1 wins. Player 1: 4, Player 2: 3."),
        (Outcome((1, 2), Scores(), "agreed"), "By agreement. It is a draw."),
        (Outcome((), Scores(), "aborted", 2), "The game was called off; it counts for nobody."),
    ],
)
def test_whoever_looks_for_a_game_to_watch_reads_how_it_ended(outcome, result):
    seats = tuple(SeatInfo(seat, "user", f"Player {seat}", seat) for seat in (1, 2))
    info = TableInfo("t", 101, Terms("dogs", {}, ()), Status.OVER, 1, seats, False, 1, "", "", 0.0, (), None)
    assert lists.result(Listed(info, outcome=outcome)) == result


def test_people_read_a_bots_own_name_and_level_and_records_keep_the_word_for_it():
    seats = (SeatInfo(1, "guest", "Ada", 1), *(SeatInfo(n, "bot", "grey", None) for n in (2, 3)))
    info = TableInfo("t", 101, Terms("mutton", {}, ()), Status.RUNNING, 1, seats, False, 1, "", "", 0.0, (), None)
    assert [*info.names.values()] == ["Ada (guest)", "Old Grey 2", "Old Grey 3"]
    assert [*info.plate_names.values()] == ["Ada", "Old Grey 2", "Old Grey 3"]
    assert [*info.plain_names.values()] == ["Ada", "grey 2", "grey 3"]
    assert home.company(Listed(info, 1)) == "with 2 × Old Grey"
    assert table_sentence("mutton", TakenOver(2, "grey"), info.names).startswith("The bot Old Grey takes seat")
    assert rendering.FILTERS["bot_words"]("grey", "mutton") == "bot, level 5 of 5"
    assert rendering.FILTERS["bot_words"]("random", "mutton") == "bot"
    rating = Rating("bot:grey", "grey", "mutton", "", 25.0, 8.0, 1, 1000, 640)
    assert whose(rating) == "Old Grey (grey, bot, level 5 of 5)", "play by mail challenges a bot by its word"
    with pytest.raises(BadRequest, match="reserved"):
        Names(SHELF).checked("old  GREY")
    assert rendering.FILTERS["titled"]("long-gone", "no-such-game") == "Long-gone"


def test_modules_import_only_files_that_are_there():
    files = static.shelf().files
    for name, (body, _) in files.items():
        if name.endswith(".js"):
            folder = name.rpartition("/")[0]
            for line in body.decode().splitlines():
                if line.startswith("import "):
                    target = line.rpartition(' "')[2].rstrip('";')
                    parts = folder.split("/")
                    while target.startswith("../"):
                        target, parts = target[3:], parts[:-1]
                    assert "/".join([*parts, target.removeprefix("./")]) in files


NONSENSE = (
    "/people/%00",
    "/table/x?invite=%00",
    "/replay/x/1?as=%F0%9F%90%91",
    "/rules/%F0%9F%90%91",
    "/new?game=" + "x" * 3000,
)


@pytest.fixture(scope="module")
def door(tmp_path_factory):
    database = f"sqlite:///{tmp_path_factory.mktemp('pages') / 'fold.db'}"
    with (
        server_in_thread(Settings(database=database, log_level="error", bot_workers=0)) as url,
        httpx.Client(base_url=url, timeout=PATIENCE) as client,
    ):
        yield client


@pytest.mark.parametrize("path", NONSENSE)
def test_nonsense_in_an_address_is_a_page_that_says_so(door, path):
    answer = door.get(path)
    assert answer.status_code in (404, 422)
    assert "To the front page" in answer.text


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/new", "game=mutton&option-size=%00&company=nobody"),
        ("/new", "&".join(f"f{n}=1" for n in range(500))),
        ("/login", "name=%00&password=%00"),
        ("/sign-up", "name=%FF%FE&password=x"),
        ("/table/x/sit", "seat=99999999999999999999"),
        ("/settings/preferences", "theme=pink&back=//elsewhere.example"),
    ],
)
def test_nonsense_in_a_form_is_met_kindly(door, path, body):
    answer = door.post(
        path, content=body, headers={"content-type": "application/x-www-form-urlencoded"}, follow_redirects=False
    )
    assert answer.status_code in (303, 400, 403, 404, 422)
    assert not answer.headers.get("location", "/").startswith("//")


def test_a_form_from_another_site_changes_nothing(door):
    answer = door.post("/play/dogs", headers={"origin": "https://elsewhere.example"}, follow_redirects=False)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


@pytest.mark.anyio
async def test_a_page_that_is_opened_late_shows_how_much_time_is_left_by_now(
    migrated_sqlite: Path, tmp_path: Path
) -> None:
    async with Fold.open(f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path)}") as fold:
        ada, bo = Somebody(fold, "Ada"), Somebody(fold, "Bo")
        await ada.arrive()
        await bo.arrive()
        terms = {"game": "dogs", "seats": [{"kind": "me"}, {"kind": "open"}], "clock": {"kind": "live", "main": 300}}
        table = (await ada.must("POST", f"{API}/tables", terms))["id"]
        await bo.must("POST", f"{API}/tables/{table}/sit")
        for passed in (0, 60, 600):
            fold.wall.now = 1_000_000.0 + passed
            shown = page_data((await bo.ask("GET", f"/table/{table}")).text)["update"]
            clock = next(clock for clock in shown["position"]["clocks"] if clock["running"])
            assert clock["left"] - (shown["now"] - shown["position"]["at"]) == 300 - passed


@pytest.mark.parametrize("name", list(SHELF))
def test_what_is_written_stands_beside_what_it_means(name):
    found = rules.ways(game(name).help())
    assert all(meaning and meaning == meaning.strip() for _, meaning in found)
    assert sum(bool(form) for form, _ in found) > 0
    assert " ".join(" ".join(pair) for pair in found).split() == game(name).help().split()
