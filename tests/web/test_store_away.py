"""A server whose store does not answer says so with 503, everywhere and soon; and goes on when it answers again."""

import random
import re
import resource
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from patience import patiently
from proxies import Proxy
from serving import DOGS, Player, Reader, ServerProcess, get, hear, post, seated, server_in_thread, tell
from sheepfold.play.setup import Setup
from sheepfold.web.settings import Settings

API = "/api/v1"
SENTENCE = re.compile(r"[A-Z][^.]*\.")


@contextmanager
def behind_a_proxy(postgres, template):
    """A server, and its way to PostgreSQL."""
    proxy = Proxy(postgres.port)
    url = postgres.new_database(template).replace(f":{postgres.port}/", f":{proxy.port}/")
    setup = Setup(database=url, bus="postgres", workers=0)
    try:
        with server_in_thread(Settings(log_level="error"), setup) as found:
            yield found, proxy
            proxy.loud()
    finally:
        proxy.close()


@contextmanager
def silence(proxy, monkeypatch):
    """Nothing comes through, and whoever waits soon gives up. Before and after they wait as long as they do where it
    ships: a busy disk needs it."""
    with monkeypatch.context() as patch:
        for name in ("patience.PATIENCE", "postgres.PATIENCE", "patience.AGAIN"):
            patch.setattr(f"sheepfold.store.{name}", 1.0)
        proxy.silent()
        yield
    proxy.loud()


def move_again(player, table, **move):
    """Ask for a move until it is stored: the first writing after a silence is not waited for as long as others."""
    answers = []

    def stored():
        answers.append(player.http.post(f"/tables/{table}/moves", json=move))
        assert answers[-1].status_code in (200, 503), answers[-1].text
        return answers[-1].status_code == 200

    patiently(stored)
    return answers[-1].json()


def paths_of(player):
    """Every address of the API that can be read, with a table and a name in it that there are not."""
    document = player.get("/openapi.json")
    names = {"table": "nothing", "name": "nobody", "game": "dogs", "token": "1", "kind": "draw"}
    for path, methods in document["paths"].items():
        if "get" in methods and "socket" not in path:
            yield re.sub(r"\{(\w+)\}", lambda found: names.get(found[1], "1"), path.removeprefix(API))


def test_while_postgresql_says_nothing_every_answer_is_503_and_then_play_goes_on(
    postgres, migrated_postgres, monkeypatch
):
    with behind_a_proxy(postgres, migrated_postgres) as (url, proxy):
        anna, bert, rng = Player(url, "Anna"), Player(url, "Bert"), random.Random(1)
        table, paths = seated(anna, bert, DOGS), list(paths_of(anna))
        browser = Reader(url)
        browser.open(f"/table/{table}")
        with bert.socket(f"/tables/{table}/socket", since=0) as socket, bert.socket("/me/socket") as all_tables:
            hear(socket)
            tell(all_tables, do="ping", id="0")
            hear(all_tables, "pong")
            parts = anna.get(f"/tables/{table}/choices")["parts"]
            with silence(proxy, monkeypatch):
                answer = anna.http.post(f"/tables/{table}/moves", json={"move": parts[:1], "key": "k"})
                assert answer.status_code == 503
                assert SENTENCE.fullmatch(answer.json()["detail"])
                stranger = {"name": "nobody", "password": "a long password"}
                for path, body in {"/guests": {"program": True}, "/session": stranger}.items():
                    assert post(f"{url}{API}{path}", json=body).status_code == 503, path
                assert get(f"{url}/healthz").status_code == 503
                pages = ["/", "/games", "/settings", f"/table/{table}", "/nothing", "/user/nobody"]
                with ThreadPoolExecutor(len(paths) + len(pages)) as crowd:  # all at once: more than the store's threads
                    answers = dict(zip(paths, crowd.map(anna.http.get, paths), strict=True))
                    shown = dict(zip(pages, crowd.map(browser.http.get, pages), strict=True))
                assert {path for path, found in answers.items() if found.status_code != 503} == set()
                assert {found.status_code for found in shown.values()} <= {200, 404, 503}
                assert not [page for page, found in shown.items() if "Something broke" in found.text]
            move_again(anna, table, move=parts[:1], key="k")
            for line in (socket, all_tables):
                told = hear(line)
                assert [event["number"] for event in told["events"]] == [told["position"]["number"]]
            bert.random_move(table, rng)


def test_while_the_disk_is_full_nothing_is_stored_and_nothing_lost_and_then_play_goes_on(tmp_path):
    path = tmp_path / "fold.db"
    server = ServerProcess(f"sqlite:///{path}")

    def room(most):
        """No file of the server's may grow beyond so many bytes."""
        _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, hard))

    try:
        server.start()
        anna, bert = Player(server.url, "Anna"), Player(server.url, "Bert")
        table = seated(anna, bert, DOGS)
        before = anna.get(f"/tables/{table}/story")
        parts = anna.get(f"/tables/{table}/choices")["parts"]
        room(path.with_name("fold.db-wal").stat().st_size)
        answers = [anna.http.post(f"/tables/{table}/moves", json={"move": parts[:1], "key": "k"}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [503] * 3
        assert SENTENCE.fullmatch(answers[0].json()["detail"])
        assert anna.get(f"/tables/{table}/story") == before
        patiently(lambda: get(f"{server.url}/healthz").status_code == 503)
        room(resource.RLIM_INFINITY)
        told = move_again(anna, table, move=parts[:1], key="k")
        assert [event["number"] for event in told["events"]] == [before["position"]["number"] + 1]
        assert bert.get(f"/tables/{table}/story")["events"][:-1] == before["events"]
    finally:
        server.kill()


def test_a_redis_that_says_nothing_holds_nobody_up(redis, new_database):
    proxy = Proxy(redis.port)
    setup = Setup(
        database=new_database("postgres"), bus=redis.url.replace(f":{redis.port}", f":{proxy.port}"), workers=0
    )
    try:
        with server_in_thread(Settings(log_level="error"), setup) as url:
            anna, bert = Player(url, "Anna"), Player(url, "Bert")
            proxy.silent()
            table = seated(anna, bert, DOGS)
            with bert.socket(f"/tables/{table}/socket") as socket:
                hear(socket)
                anna.random_move(table, random.Random(1))
                assert hear(socket)["events"]
            proxy.loud()
    finally:
        proxy.close()
