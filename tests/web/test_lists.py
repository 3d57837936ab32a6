"""Pages that list and keep: what there is to watch, vacations, keys for programs."""

from __future__ import annotations

import random
import re
from itertools import chain

import httpx
import pytest

from patience import PATIENCE
from serving import DOGS, MUTTON, SEATS, Player, Reader, play_out, problem, read, seated

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
    for alone in (anna, bert):
        for _ in range(16):
            table = alone.post("/tables", **ALONE)["id"]
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


def test_a_game_to_watch_shows_its_board_who_played_and_how_it_ended(anna, bert, reader):
    table = seated(anna, bert, DOGS | {"options": {"tiles": 5}})
    assert f"between {anna.name} (guest) and {bert.name} (guest)" in row_of(reader.open("/watch"), table)
    play_out(table, [anna, bert], random.Random(3))
    row = row_of(reader.open("/watch"), table)
    scores = anna.get(f"/tables/{table}")["position"]["outcome"]["scores"]
    assert f"{anna.name} (guest): {scores['1']}, {bert.name} (guest): {scores['2']}." in row
    address = re.search(r'<img class="thumb"[^>]* src="([^"]+)"', row)
    assert address is not None
    board = anna.http.get(f"{reader.http.base_url}{address[1]}")
    whole = anna.http.get(f"/tables/{table}/picture.svg")
    assert board.headers["content-type"] == "image/svg+xml"
    assert len(board.text) < len(whole.text), "without what stands around it"


def test_a_replay_asks_whose_eyes_only_where_something_is_hidden(anna, bert, reader):
    for terms, asked in ((DOGS, False), (MUTTON, True)):
        table = seated(anna, bert, terms)
        anna.post(f"/tables/{table}/resign")
        assert ("Seen by" in reader.open(f"/replay/{table}")) == asked


def row_of(shown, table):
    """The row of a table in a list."""
    return next(row for row in shown.split("<li>") if f'/{table}"' in row)


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
    assert "but live clocks run" in reader.shown
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
    assert "1 to 60 visible characters" in reader.send("/settings/key", status=422, label=" ")


def test_a_guest_has_no_keys(reader):
    arrive(reader)
    assert "Tokens for programs" not in reader.shown
    assert "only an account" in reader.send("/settings/key", status=401, label="mine")


def arrive(reader: Reader) -> None:
    """Become a guest by opening a table, then look at the settings."""
    reader.open("/new")
    reader.send("/new", game="fold", company="open", seats="1")
    reader.open("/settings")


# -- page by page ------------------------------------------------------------------------------


def followed(player: Player, path: str, **query: str | int) -> list[list[str]]:
    """The tables on every page of a list, found by following the header that says where it goes on."""
    pages: list[list[str]] = []
    answer = player.http.get(path, params=query)
    while True:
        pages.append([listed["info"]["id"] for listed in read(answer)])
        if "next" not in answer.links:
            return pages
        answer = player.http.get(answer.links["next"]["url"].removeprefix("/api/v1"))


def test_a_program_follows_a_list_from_page_to_page(anna, bert):
    terms = {"game": "woolf", "seats": [{"kind": "me"}, {}, {}, {}]}
    mine = [anna.post("/tables", **terms)["id"] for _ in range(5)]
    his = bert.post("/tables", **terms)["id"]
    expected = [his, *mine[:1:-1], *mine[1::-1]]
    for limit in (1, 2, 4, 6):
        pages = followed(anna, "/tables", game="woolf", limit=limit)
        assert [*chain(*pages)] == expected
        assert [len(page) for page in pages[:-1]] == [limit] * (len(pages) - 1)
    assert [*chain(*followed(anna, "/me/tables", status="waiting", limit=2))] == mine[::-1]
    anna.post("/accounts", name="Anna Pagés", password="four sheep and a wolf")
    assert [*chain(*followed(bert, "/users/Anna Pagés/tables", limit=2))] == mine[::-1]
    assert [found["info"]["id"] for found in bert.get("/users/Anna Pagés")["tables"]] == mine[::-1]


@pytest.fixture(scope="module")
def known(url: str) -> str:
    """The name of an account."""
    Player(url).post("/accounts", name="Anna Known", password="four sheep and a wolf")
    return "Anna Known"


@pytest.mark.parametrize(
    "path", ["/tables", "/me/tables", "/ratings", "/users/{}/tables", "/users/{}/games", "/users/{}/ratings"]
)
@pytest.mark.parametrize("cursor", ["nonsense", "x" * 300, "%00", "W10", "'--"])
def test_a_bad_cursor_is_refused_in_a_sentence(anna, known, cursor, path):
    assert problem(anna.http.get(path.format(known), params={"cursor": cursor}))["status"] == 422


def test_talk_is_read_back_page_by_page(anna, bert):
    table = seated(anna, bert, DOGS)
    for number in range(1, 8):
        anna.post(f"/tables/{table}/chat", text=f"line {number}")

    def lines(**query: int) -> list[int]:
        return [line["number"] for line in bert.get(f"/tables/{table}/chat", **query)]

    assert lines() == [1, 2, 3, 4, 5, 6, 7]
    assert lines(limit=3) == [5, 6, 7]
    assert lines(limit=3, before=5) == [2, 3, 4]
    assert lines(limit=3, before=2) == [1]
    assert lines(before=1) == []
    assert lines(before=0) == []
    assert lines(since=5, before=7) == [6]
    assert lines(since=9) == []
    assert [line["text"] for line in bert.get(f"/tables/{table}/chat", before=3)] == ["line 1", "line 2"]


def test_who_sits_reads_back_the_gallery_after_the_table(anna, bert, cleo):
    table = seated(anna, bert, DOGS)
    for number in range(1, 4):
        cleo.post(f"/tables/{table}/chat", text=f"gallery {number}")
        anna.post(f"/tables/{table}/chat", text=f"table {number}")
    anna.post(f"/tables/{table}/resign")

    def lines(**query: int) -> list[tuple[int, str]]:
        return [(line["number"], line["text"]) for line in bert.get(f"/tables/{table}/chat", **query)]

    whole = lines()
    assert [text for _, text in whole] == [f"{room} {n}" for room in ("table", "gallery") for n in (1, 2, 3)]
    assert lines(limit=2, before=5) == whole[2:4]
    assert [*lines(limit=4, before=5), *lines(since=4)] == whole


def leafed(reader: Reader, path: str, where: str) -> list[list[str]]:
    """The tables on every page of a list, found by clicking "Next page" to its end and then "First page"."""
    pages = [linked(reader.open(path), where)]
    while onward := re.search(r'rel="next" href="([^"]+)"', reader.shown):
        pages.append(linked(reader.open(onward[1]), where))
    if len(pages) > 1:
        back = re.search(r'href="([^"]+)">First page', reader.shown)
        assert back is not None
        assert linked(reader.open(back[1]), where) == pages[0]
    return pages


def linked(shown: str, where: str) -> list[str]:
    return re.findall(rf'href="/{where}/(\w{{11}})"', shown)


def test_pages_of_open_tables_lead_from_one_to_the_next(url, reader, monkeypatch):
    monkeypatch.setattr("sheepfold.web.pages.tables.lists.ROWS", 4)
    hosts = [Player(url) for _ in range(4)]
    opened = [host.post("/tables", **DOGS, seats=SEATS)["id"] for host in hosts for _ in range(4)]
    assert "All open tables" in reader.open("/")
    pages = leafed(reader, "/lobby", "table")
    assert [len(page) for page in pages[:-1]] == [4] * (len(pages) - 1)
    assert set(opened) <= {*chain(*pages)}
    assert len({*chain(*pages)}) == len([*chain(*pages)])


def test_the_front_page_shows_a_table_that_others_would_crowd_out(url, anna, reader):
    honest = anna.post("/tables", **DOGS, seats=SEATS)["id"]
    flood = Player(url)
    for access in ("open", "invited"):
        for _ in range(14):
            flood.post("/tables", **DOGS, seats=SEATS, access=access)
    assert honest in linked(reader.open("/"), "table")


def test_nobody_is_asked_to_join_a_table_whose_seats_are_all_kept(anna, reader):
    asked = Reader(str(reader.http.base_url))
    asked.open("/sign-up")
    asked.send("/sign-up", name="Theodora", password="four sheep and a wolf")
    kept = anna.post("/tables", **DOGS, seats=[{"kind": "me"}, {"kind": "user", "name": "Theodora"}])["id"]
    free = anna.post("/tables", **DOGS, seats=SEATS)["id"]
    shown = reader.open("/lobby")
    assert ("Join" in row_of(shown, free), "Join" in row_of(shown, kept)) == (True, False)


def test_pages_of_games_to_watch_and_of_ones_own(url, anna, bert, reader, monkeypatch):
    monkeypatch.setattr("sheepfold.web.pages.tables.lists.ROWS", 2)
    played = [seated(anna, bert, DOGS) for _ in range(5)]
    running = [seated(anna, bert, DOGS) for _ in range(3)]
    for table in played:
        anna.post(f"/tables/{table}/resign")
    assert {*played} <= {*chain(*leafed(reader, "/watch?list=played", "replay"))}
    assert {*running} <= {*chain(*leafed(reader, "/watch?list=playing", "table"))}
    assert linked(reader.open("/watch"), "replay")[0] in played
    name = anna.name + " of many games"
    anna.post("/accounts", name=name[:24], password="four sheep and a wolf")
    pages = leafed(reader, f"/people/{name[:24]}/games", "replay")
    assert [len(page) for page in pages] == [2, 2, 1]
    assert [*chain(*pages)] == played[::-1]


def test_ones_own_tables_go_on_after_the_first_page(url, reader, monkeypatch):
    monkeypatch.setattr("sheepfold.web.pages.tables.lists.ROWS", 2)
    reader.open("/new")
    for _ in range(5):
        reader.send("/new", game="dogs", company="open", seats="2")
    assert [len(page) for page in leafed(reader, "/me", "table")] == [2, 2, 1]


@pytest.mark.parametrize("path", ["/lobby?cursor=x", "/watch?list=played&cursor=x", "/people/{}/games?cursor=x"])
def test_a_page_of_a_bad_cursor_is_refused_in_a_sentence(reader, known, path):
    answer = reader.http.get(path.format(known))
    assert answer.status_code == 422
    assert "not a cursor of this list" in answer.text


def test_a_list_that_does_not_exist_is_not_found(reader):
    assert reader.http.get("/watch?list=nonsense").status_code == 404
    assert reader.http.get("/ladder?game=nonsense").status_code == 404


# -- history -----------------------------------------------------------------------------------


@pytest.fixture
def rivals(url):
    """Two accounts of names that nobody else has: the first won a game of Dogs and lost one of Mutton in private."""
    one, other = Player(url), Player(url)
    for player in (one, other):
        name = f"Rival {player.id}"
        player.http.headers["authorization"] = (
            f"Bearer {player.post('/accounts', name=name, password='12345678')['token']}"
        )
        player.name = name
    known = seated(one, other, DOGS)
    other.post(f"/tables/{known}/resign")
    hidden = one.post("/tables", **MUTTON, seats=SEATS, access="private")["id"]
    other.post(f"/tables/{hidden}/sit", invite=one.get(f"/tables/{hidden}/invitation")["invite"])
    one.post(f"/tables/{hidden}/resign")
    return one, other, known, hidden


def test_a_program_asks_for_games_and_for_results_against_somebody(rivals, cleo):
    one, other, known, hidden = rivals

    def games(player, **sought):
        return [game["listed"]["info"]["id"] for game in player.get(f"/users/{one.name}/games", **sought)]

    assert games(one) == [hidden, known]
    assert games(cleo) == games(other) == [known]
    assert games(one, opponent=other.name, result="won") == [known]
    assert games(one, game="mutton") == [hidden]
    now = one.get(f"/users/{one.name}/games")[0]["ended_at"]
    assert games(one, until=now - 3600) == games(one, since=now + 3600) == []
    tally = {"won": 0, "drawn": 0, "lost": 0, "played": 0}
    assert one.get(f"/users/{one.name}/results", opponent=other.name) == [
        {"name": "mutton", **tally, "lost": 1},
        {"name": "dogs", **tally, "won": 1},
    ]
    assert cleo.get(f"/users/{one.name}/opponents") == [{"name": other.name, **tally, "won": 1}]
    for wrong in ({"opponent": "Nobody at all"}, {"result": "nearly"}, {"since": "-1"}, {"until": "nan"}):
        assert problem(one.http.get(f"/users/{one.name}/games", params=wrong))["status"] in (404, 422)


def test_the_list_of_games_is_narrowed_down_and_says_what_is_wrong(rivals, reader):
    one, other, known, _ = rivals
    page = f"/people/{one.name}/games"
    assert linked(reader.open(f"{page}?game=dogs&with={other.name}&result=won&from=2020-01-01"), "replay") == [known]
    assert linked(reader.open(f"{page}?result=lost"), "replay") == []
    assert "No such game has ended yet." in reader.shown
    for asked, words in (
        ("with=Nobody+at+all", "nobody"),
        ("from=tomorrow", "tomorrow is not a day; write it like 2026-11-18."),
        ("from=2026-11-18&to=2026-11-17", "The last day is before the first one."),
        ("result=nearly", "from the lists"),
    ):
        answer = reader.http.get(f"{page}?{asked}")
        assert answer.status_code == 422
        assert words in answer.text
        assert "nobody" not in words or 'value="Nobody at all"' in answer.text
