"""People over HTTP: guests, accounts, sessions in cookies, tokens with scopes, and leaving for good."""

import asyncio
from itertools import count

import pytest

from cheap import CHEAP
from observer import API, Fold, Somebody
from serving import DOGS, SEATS, Player, get, new_place, post, problem, read, seated, server_in_thread, visitor
from sheepfold.play import rate_limits
from sheepfold.play.setup import Setup
from sheepfold.web.settings import Settings

NUMBERS = count()
PASSWORD = "a long way to the fold"


class Browser:
    """Keeps cookies and sends what our own pages would send."""

    def __init__(self, url):
        self.at = new_place()
        self.http = visitor(f"{url}/api/v1", self.at)
        self.csrf = ""

    def ask(self, method, path, **body):
        return self.http.request(method, path, json=body or None, headers={"x-csrf-token": self.csrf})

    def arrive(self, path, method="POST", **body):
        found = read(self.http.request(method, path, json=body, headers={"x-csrf-token": self.csrf}))
        self.csrf = found["me"]["csrf"]
        return found["me"]["user"]

    def register(self):
        return self.arrive("/accounts", name=f"Shepherd{next(NUMBERS)}", password=PASSWORD)


@pytest.fixture
def browser(url):
    return Browser(url)


# -- guests and accounts -----------------------------------------------------------------------


def test_a_guest_plays_at_once(browser):
    guest = browser.arrive("/guests", name="Dolly")
    assert (guest["name"], guest["guest"]) == ("Dolly", True)
    assert read(browser.ask("POST", "/tables", **DOGS, seats=SEATS))["status"] == "waiting"


def test_bots_think_for_all_guests_of_one_address_as_for_one_player(new_database):
    async def met():
        async with Fold.open(new_database("sqlite")) as fold:
            house, tables = fold.inside.state.site.service._engine, []
            for _ in range(2):  # each becomes a guest by opening a table
                opened = await Somebody(fold).ask("POST", "/new", {"game": "dogs", "company": "open"})
                tables.append(dict(opened.headers)["location"].rpartition("/")[2])
            program, account = Somebody(fold), Somebody(fold, "Ada")
            program.remember(await program.ask("POST", f"{API}/guests"))
            await account.arrive()
            terms = DOGS | {"seats": SEATS}
            tables += [(await who.must("POST", f"{API}/tables", terms))["id"] for who in (program, account)]
            return [house.owners.of(await house.table(table)) for table in tables]

    one, two, three, account = asyncio.run(met())
    assert one == two == three == ("at:127.0.0.1",)
    assert account[0].startswith("user:")


def test_a_guest_who_signs_up_keeps_the_games(browser, anna):
    guest = browser.arrive("/guests")
    table = read(browser.ask("POST", "/tables", **DOGS, seats=SEATS))["id"]
    anna.post(f"/tables/{table}/sit")
    account = browser.register()
    assert account["id"] == guest["id"]
    assert not account["guest"]
    assert [listed["info"]["id"] for listed in read(browser.ask("GET", "/me/tables"))] == [table]
    assert read(browser.ask("GET", f"/tables/{table}"))["position"]["seat"] == 1


def test_a_cookie_from_before_signing_up_does_not_open_the_account(browser, url):
    browser.arrive("/guests")
    planted = dict(browser.http.cookies)
    browser.register()
    assert get(f"{url}/api/v1/me", cookies=planted).status_code == 401
    assert browser.ask("GET", "/me").status_code == 200


def test_signing_in_again_finds_the_same_person(browser, url):
    account = browser.register()
    again = Browser(url)
    assert again.arrive("/session", name=account["name"].upper(), password=PASSWORD)["id"] == account["id"]


def test_a_wrong_password_and_an_unknown_name_are_refused_in_the_same_words(browser, url):
    account = browser.register()
    wrong = post(f"{url}/api/v1/session", json={"name": account["name"], "password": "wrong"})
    nobody = post(f"{url}/api/v1/session", json={"name": "Nobody here", "password": "wrong"})
    assert problem(wrong) == problem(nobody)


def test_signing_out_ends_the_session_itself_not_only_the_cookie(browser, url):
    browser.register()
    stolen = dict(browser.http.cookies)
    assert browser.ask("DELETE", "/session").status_code == 204
    assert get(f"{url}/api/v1/me", cookies=stolen).status_code == 401


def test_a_new_password_ends_all_other_sessions(browser, url):
    account = browser.register()
    elsewhere = Browser(url)
    elsewhere.arrive("/session", name=account["name"], password=PASSWORD)
    assert browser.ask("PUT", "/me/password", old=PASSWORD, new="another way home").status_code == 200
    assert elsewhere.ask("GET", "/me").status_code == 401
    assert browser.ask("GET", "/me").status_code == 200


def test_a_token_from_before_signing_up_does_not_open_the_account(browser, url):
    browser.arrive("/guests")
    made = read(browser.ask("POST", "/tokens", label="planted", scopes=["read", "play"]))
    planted = {"authorization": f"Bearer {made['secret']}"}
    assert get(f"{url}/api/v1/me", headers=planted).status_code == 200
    browser.register()
    assert get(f"{url}/api/v1/me", headers=planted).status_code == 401


def test_a_program_that_signs_up_gets_a_new_token_for_its_old_one(url):
    player = Player(url)
    arrival = player.post("/accounts", name=f"Program {next(NUMBERS)}", password=PASSWORD)
    assert player.refused("GET", "/me")["status"] == 401
    player.http.headers["authorization"] = f"Bearer {arrival['token']}"
    assert player.get("/me")["user"]["id"] == player.id


def test_a_new_password_ends_all_tokens(browser, url):
    browser.register()
    made = read(browser.ask("POST", "/tokens", label="a bot", scopes=["play"]))
    browser.arrive("/me/password", "PUT", old=PASSWORD, new="another way home")
    headers = {"authorization": f"Bearer {made['secret']}"}
    assert get(f"{url}/api/v1/me", headers=headers).status_code == 401
    assert browser.ask("GET", "/me").status_code == 200


def test_a_token_does_not_tell_the_mail_address(browser, url):
    browser.register()
    browser.ask("PUT", "/me/mail", mail="dolly@sheepfold.example")
    made = read(browser.ask("POST", "/tokens", label="a bot", scopes=["read", "play"]))
    told = read(get(f"{url}/api/v1/me", headers={"authorization": f"Bearer {made['secret']}"}))
    assert told["user"]["mail"] is None
    assert read(browser.ask("GET", "/me"))["user"]["mail"] == "dolly@sheepfold.example"


def test_a_name_that_is_taken_is_refused(browser, url):
    account = browser.register()
    answer = post(f"{url}/api/v1/accounts", json={"name": account["name"], "password": PASSWORD})
    assert problem(answer)["status"] == 409


def test_a_profile_shows_what_is_public(browser, url):
    account = browser.register()
    read(browser.ask("POST", "/tables", **DOGS, seats=SEATS, access="private"))
    shown = read(get(f"{url}/api/v1/users/{account['name']}"))
    assert shown["name"] == account["name"]
    assert shown["tables"] == []
    assert "mail" not in shown


def test_a_profile_counts_no_game_that_was_called_off(browser, bert, url):
    account = browser.register()
    for end in ("abort", "resign"):
        table = read(browser.ask("POST", "/tables", **DOGS, seats=SEATS))["id"]
        bert.post(f"/tables/{table}/sit")
        bert.post(f"/tables/{table}/{end}")
    shown = get(f"{url}/people/{account['name']}").text
    assert "1 game played" in shown
    assert "called off" not in shown
    assert "All your tables" not in shown


def test_ratings_over_time_are_public(browser, url):
    account = browser.register()
    assert read(get(f"{url}/api/v1/users/{account['name']}/ratings")) == []
    assert problem(get(f"{url}/api/v1/users/Nobody/ratings"))["status"] == 404


def test_the_mail_address_can_be_set_and_removed(browser):
    browser.register()
    address = f"fold{next(NUMBERS)}@sheep.example"
    assert browser.ask("PUT", "/me/mail", mail=address).status_code == 204
    assert read(browser.ask("GET", "/me"))["user"]["mail"] == address
    assert problem(browser.ask("PUT", "/me/mail", mail="no address"))["status"] == 422


def test_a_guest_cannot_keep_a_mail_address_from_its_owner(browser, url):
    browser.arrive("/guests")
    address = f"fold{next(NUMBERS)}@sheep.example"
    assert problem(browser.ask("PUT", "/me/mail", mail=address))["status"] == 403
    owner = Browser(url)
    owner.register()
    assert owner.ask("PUT", "/me/mail", mail=address).status_code == 204


def test_vacation_stops_the_day_clocks_until_a_day(browser):
    browser.register()
    assert read(browser.ask("GET", "/me/vacation")) == {"left": 30, "until": None}
    until = read(browser.ask("PUT", "/me/vacation", days=3))["until"]
    assert until > 0
    assert read(browser.ask("GET", "/me/vacation"))["until"] == until
    assert problem(browser.ask("PUT", "/me/vacation", days=31))["status"] == 422


# -- leaving for good --------------------------------------------------------------------------


def test_deleting_an_account_needs_the_password_and_leaves_the_games_of_others(browser, anna):
    account = browser.register()
    table = read(browser.ask("POST", "/tables", **DOGS, seats=SEATS))["id"]
    anna.post(f"/tables/{table}/sit")
    assert problem(browser.ask("POST", "/me/delete", password="wrong"))["status"] == 403
    assert browser.ask("POST", "/me/delete", password=PASSWORD).status_code == 204
    assert browser.ask("GET", "/me").status_code == 401
    update = anna.get(f"/tables/{table}")
    assert update["position"]["outcome"]["reason"] == "resigned"
    assert account["name"] not in str(update)


# -- cookies and forged requests ---------------------------------------------------------------


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(url):
    cookie = post(f"{url}/api/v1/guests", json={}).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/" in cookie
    assert "Secure" not in cookie


def test_over_https_the_cookie_is_secure_and_bound_to_the_host(tmp_path):
    settings = Settings(public_url="https://fold.example", log_level="error")
    with server_in_thread(settings, Setup(database=f"sqlite:///{tmp_path}/fold.db", workers=0)) as url:
        answer = post(f"{url}/api/v1/guests", json={}, headers={"origin": "https://fold.example"})
        assert answer.headers["set-cookie"].startswith("__Host-sheepfold=")
        assert "Secure" in answer.headers["set-cookie"]
        assert "strict-transport-security" in answer.headers
        other = post(f"{url}/api/v1/guests", json={}, headers={"origin": "https://other.example"})
        assert problem(other)["status"] == 403


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"x-csrf-token": ""},
        {"x-csrf-token": "guess"},
        {"x-csrf-token": "ß".encode()},
        {"x-csrf-token": "right", "origin": "https://evil.example"},
        {"x-csrf-token": "right", "origin": "null"},
        {"x-csrf-token": "right", "sec-fetch-site": "cross-site"},
    ],
)
def test_a_change_that_another_site_asks_for_is_refused(browser, headers):
    browser.arrive("/guests")
    sent = {name: browser.csrf if value == "right" else value for name, value in headers.items()}
    answer = browser.http.post("/tables", json=DOGS | {"seats": SEATS}, headers=sent)
    assert problem(answer)["status"] == 403
    assert read(browser.ask("GET", "/me/tables")) == []


def test_a_form_of_another_site_cannot_sign_anybody_in(url):
    answer = post(f"{url}/api/v1/guests", data={"name": "x"}, headers={"origin": "https://evil.example"})
    assert problem(answer)["status"] == 403
    assert problem(post(f"{url}/api/v1/guests", data={"name": "x"}))["status"] == 415


@pytest.mark.parametrize("secret", ["x", "0" * 64, "%00", "ß" * 40, "a.b.c", "'; drop table users; --"])
def test_a_forged_cookie_is_nobody(url, secret):
    headers = {"cookie": f"sheepfold={secret}".encode()}
    assert problem(get(f"{url}/api/v1/me", headers=headers))["status"] == 401


def test_a_browser_sees_where_it_is_logged_in_and_ends_the_others(browser, url):
    account = browser.register()
    elsewhere, third = Browser(url), Browser(url)
    elsewhere.http.headers["user-agent"] = "Mozilla/5.0 (iPhone) Version/18.1 Mobile Safari/604.1"
    for other in (elsewhere, third):
        other.arrive("/session", name=account["name"], password=PASSWORD)
    made = read(browser.ask("POST", "/tokens", label="a bot", scopes=["play"]))
    phone, *_ = read(elsewhere.ask("GET", "/me/sessions"))
    assert (phone["program"], phone["address"], phone["current"]) == ("Safari on iPhone", elsewhere.at, True)
    assert browser.ask("DELETE", f"/me/sessions/{phone['id']}").status_code == 204
    assert elsewhere.ask("GET", "/me").status_code == 401
    assert third.ask("GET", "/me").status_code == 200
    assert browser.ask("POST", "/me/sessions/end-others").status_code == 204
    assert third.ask("GET", "/me").status_code == 401
    assert get(f"{url}/api/v1/me", headers={"authorization": f"Bearer {made['secret']}"}).status_code == 401
    assert [session["current"] for session in read(browser.ask("GET", "/me/sessions"))] == [True]


def test_logging_in_again_ends_the_session_that_the_cookie_held(browser):
    account = browser.register()
    browser.arrive("/session", name=account["name"], password=PASSWORD)
    assert len(read(browser.ask("GET", "/me/sessions"))) == 1


def test_a_token_sees_no_sessions_and_ends_none(browser, url):
    browser.register()
    made = read(browser.ask("POST", "/tokens", label="a bot", scopes=["play", "read"]))
    headers = {"authorization": f"Bearer {made['secret']}"}
    assert problem(get(f"{url}/api/v1/me/sessions", headers=headers))["status"] == 403
    assert problem(post(f"{url}/api/v1/me/sessions/end-others", headers=headers))["status"] == 403


# -- tokens ------------------------------------------------------------------------------------


def with_token(url, secret):
    return visitor(f"{url}/api/v1", headers={"authorization": f"Bearer {secret}"})


def new_token(browser, *scopes):
    made = read(browser.ask("POST", "/tokens", label="my program", scopes=list(scopes)))
    return made["token"]["id"], made["secret"]


def test_a_token_may_do_what_its_scopes_say_and_no_more(browser, url):
    browser.register()
    _, secret = new_token(browser, "read")
    program = with_token(url, secret)
    assert read(program.get("/me"))["scopes"] == ["read"]
    refused = problem(program.post("/tables", json=DOGS | {"seats": SEATS}))
    assert refused["status"] == 403
    assert "play" in refused["detail"]
    assert problem(program.post("/tokens", json={"label": "more", "scopes": ["play"]}))["status"] == 403
    _, secret = new_token(browser, "play")
    assert with_token(url, secret).post("/tables", json=DOGS | {"seats": SEATS}).status_code == 201
    _, secret = new_token(browser, "mail")
    assert problem(with_token(url, secret).get("/me/tables"))["status"] == 403


def test_a_token_opens_no_page_where_its_scopes_would_not_count(browser, url):
    account = browser.register()
    _, secret = new_token(browser, "read")
    with visitor(url, headers={"authorization": f"Bearer {secret}"}) as program:
        assert program.post("/settings/key", data={"label": "more", "play": "on"}).status_code == 401
        assert account["name"] not in program.get("/").text
    assert len(read(browser.ask("GET", "/tokens"))) == 1


def test_a_revoked_token_opens_nothing(browser, url):
    browser.register()
    number, secret = new_token(browser, "play")
    assert with_token(url, secret).get("/me").status_code == 200
    assert browser.ask("DELETE", f"/tokens/{number}").status_code == 204
    assert problem(with_token(url, secret).get("/me"))["status"] == 401
    assert read(browser.ask("GET", "/tokens")) == []


def test_the_secret_of_a_token_is_shown_once(browser):
    browser.register()
    _, secret = new_token(browser, "play")
    assert secret not in browser.ask("GET", "/tokens").text


def test_nobody_can_revoke_the_token_of_another(browser, url):
    browser.register()
    number, secret = new_token(browser, "play")
    other = Browser(url)
    other.register()
    assert problem(other.ask("DELETE", f"/tokens/{number}"))["status"] == 404
    assert with_token(url, secret).get("/me").status_code == 200


@pytest.mark.parametrize("header", ["Bearer x", "Bearer", "Basic YTpi", "Bearer " + "9" * 4000, "x"])
def test_a_forged_token_is_refused(url, header):
    assert problem(get(f"{url}/api/v1/me", headers={"authorization": header}))["status"] == 401


# -- haste -------------------------------------------------------------------------------------


def test_who_talks_too_much_is_told_until_when(tmp_path):
    setup = Setup(database=f"sqlite:///{tmp_path}/fold.db", workers=0)
    with server_in_thread(Settings(log_level="error"), setup) as url:
        player = Player(url)
        table = player.post("/tables", **DOGS, seats=SEATS)["id"]
        said = [player.http.post(f"/tables/{table}/chat", json={"text": "baa"}) for _ in range(21)]
        assert [answer.status_code for answer in said] == [201] * 20 + [429]
        assert int(said[-1].headers["retry-after"]) > 0


def test_guessing_passwords_is_slowed_down_and_says_until_when(tmp_path, monkeypatch):
    monkeypatch.setattr(rate_limits, "LONGEST_DELAY", 0.0)
    setup = Setup(database=f"sqlite:///{tmp_path}/fold.db", workers=0, hasher=CHEAP)
    with server_in_thread(Settings(log_level="error"), setup) as url:
        owner, thief = Browser(url), Browser(url)
        name = owner.register()["name"]
        tries = [thief.ask("POST", "/session", name=name, password=f"guess {n}") for n in range(21)]
        assert [answer.status_code for answer in tries] == [403] * 20 + [429]
        assert problem(tries[-1])["detail"].startswith("Too many wrong passwords: wait ")
        assert int(tries[-1].headers["retry-after"]) > 0
        assert problem(thief.ask("POST", "/session", name=name, password=PASSWORD))["status"] == 429
        owner.arrive("/session", name=name, password=PASSWORD)


@pytest.mark.parametrize(
    ("method", "door", "form"), [("PUT", "/api/v1/me/mail", "json"), ("POST", "/settings/mail", "data")]
)
def test_nobody_finds_out_quickly_which_mail_addresses_are_known_here(tmp_path, method, door, form):
    setup = Setup(database=f"sqlite:///{tmp_path}/fold.db", workers=0)
    with server_in_thread(Settings(log_level="error"), setup) as url:
        browser = Browser(url)
        browser.register()
        browser.http.headers["x-csrf-token"] = browser.csrf
        tries = [{form: {"mail": f"{n}@sheep.example"}} for n in range(5)]
        answers = [browser.http.request(method, url + door, **tried) for tried in tries]
        assert [answer.status_code < 300 for answer in answers] == [True] * 4 + [False]
        assert answers[-1].status_code == 429


def test_nobody_fills_a_game_by_leaving_and_coming_back(tmp_path):
    setup = Setup(database=f"sqlite:///{tmp_path}/fold.db", workers=0)
    with server_in_thread(Settings(log_level="error"), setup) as url:
        anna, bert = Player(url), Player(url)
        table = seated(anna, bert, DOGS)
        for _ in range(15):
            status = [bert.http.post(f"/tables/{table}/{deed}", json={}).status_code for deed in ("leave", "sit")]
        assert status == [204, 429]
        assert anna.http.post(f"/tables/{table}/leave").status_code == 204


def test_programs_and_browsers_play_at_the_same_table(browser, anna):
    browser.arrive("/guests")
    table = read(browser.ask("POST", "/tables", **DOGS, seats=SEATS))["id"]
    anna.post(f"/tables/{table}/sit")
    assert read(browser.ask("POST", f"/tables/{table}/moves", move="0,1N"))["position"]["to_move"] == [2]


def test_the_two_of_a_table_are_told_apart(anna, bert):
    table = seated(anna, bert, DOGS)
    assert [p.get(f"/tables/{table}")["position"]["seat"] for p in (anna, bert)] == [1, 2]


# -- friends and challenges --------------------------------------------------------------------


def test_friends_favourites_and_being_seen_over_the_api(url):
    one, other = Browser(url), Browser(url)
    names = [browser.register()["name"] for browser in (one, other)]
    assert read(one.ask("PUT", f"/me/favourites/{names[1]}")) is None
    assert read(one.ask("GET", "/me/favourites")) == [names[1]]
    assert read(one.ask("GET", "/me/friends")) == read(other.ask("GET", "/me/friends")) == []
    read(other.ask("PUT", f"/me/favourites/{names[0]}"))
    assert read(one.ask("GET", "/me/friends")) == [{"name": names[1], "here": True, "tables": []}]
    read(other.ask("PUT", "/me/visible", visible=False))
    assert read(one.ask("GET", "/me/friends")) == [{"name": names[1], "here": False, "tables": []}]
    assert read(other.ask("GET", "/me"))["user"]["visible"] is False
    read(one.ask("DELETE", f"/me/favourites/{names[1]}"))
    assert read(other.ask("GET", "/me/friends")) == []


def test_friends_are_nobody_elses_business(url, browser, anna):
    assert problem(browser.ask("GET", "/me/friends"))["status"] == 401
    name = browser.register()["name"]
    for method, path in (("GET", "/me/friends"), ("GET", "/me/favourites"), ("PUT", f"/me/favourites/{name}")):
        assert anna.refused(method, path)["status"] == 403, "a token that only plays"
    assert problem(browser.ask("PUT", f"/me/favourites/{name}"))["status"] == 422
    assert problem(browser.ask("PUT", "/me/favourites/Nobody%20there"))["status"] == 404
    guest = Browser(url)
    guest.arrive("/guests")
    assert problem(guest.ask("PUT", f"/me/favourites/{name}"))["status"] == 403


def test_a_challenge_is_listed_until_it_is_turned_down(browser, anna):
    name = browser.register()["name"]
    seats = [{"kind": "me"}, {"kind": "user", "name": name}]
    table = anna.post("/tables", **DOGS, seats=seats, access="invited")["id"]
    (found,) = read(browser.ask("GET", "/me/challenges"))
    assert (found["table"], found["title"], found["by"]) == (table, "Sheep, Dogs and Wolves", f"{anna.name} (guest)")
    assert anna.get("/me/challenges") == []
    read(browser.ask("POST", f"/tables/{table}/leave"))
    assert read(browser.ask("GET", "/me/challenges")) == []
    assert anna.get(f"/tables/{table}")["info"]["status"] == "over"
