"""Everything is paid for: no page, route of the API, socket or command of a socket but costs its caller something."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, get_args

import pytest

from observer import API, Fold, Socket, Somebody
from sheepfold.play.rate_limits import LIMITS
from sheepfold.web.rate_limits import Limits
from sheepfold.web.updates.messages import Taken

pytestmark = pytest.mark.anyio

FREE = {"/static/{version}/{name:path}", f"{API}/openapi.json", f"{API}/docs", f"{API}/docs.css"}
"""What is always the same and ready to be sent."""
GIVEN = {
    "game": ("mutton",),
    "kind": ("draw",),
    "link": ("nobody-has-this",),
    "name": ("Anna",),
    "name:path": ("none.css",),
    "ply": ("0",),
    "puzzle": ("0",),
    "paper": ("none",),
    "session": ("0123456789abcdef",),
    "token": ("1",),
    "version": ("1",),
}
COMMANDS: dict[str, dict[str, Any]] = {
    "move": {"move": "x"},
    "say": {"text": "baa"},
    "choices": {},
    "want": {"want": ["scene"]},
    "offer": {"kind": "draw"},
    "answer": {"kind": "draw", "accept": False},
    "note": {"text": "baa"},
    "follow": {"since": {"x": 0, "y": 0}, "chat_since": {"y": 0, "z": 0}},
    "turn": {"ply": 0},
    "ping": {},
}


@dataclass
class Till(Limits):
    """Takes what is paid, and says what it was."""

    paid: list[tuple[float, tuple[str, ...]]] = field(default_factory=list)

    async def check(self, cost: float, address: str) -> None:
        pass

    async def spend(self, cost: float, *who: str) -> None:
        self.paid.append((cost, who))

    async def claim(self, *claims: Any, why: str = "") -> tuple[float, ...]:
        return (0.0,) * len(claims)

    async def give_back(self, *claims: Any) -> None:
        pass

    async def nap(self, seconds: float, why: str) -> None:
        pass

    async def count(self, what: str, address: str, caller: str | None = None) -> None:
        pass

    def taken(self) -> list[tuple[float, tuple[str, ...]]]:
        found, self.paid = self.paid, []
        return found


@pytest.fixture
def database(new_database):
    return new_database("sqlite")


@pytest.fixture
async def fold(database):
    async with Fold.open(database) as found:
        found.inside.state.site = replace(found.inside.state.site, limits=Till())
        yield found


@pytest.fixture
async def anna(fold):
    found = Somebody(fold, "Anna")
    await found.arrive()
    return found


async def test_every_door_costs_its_caller_and_the_address_the_same(fold, anna):
    till, table = fold.inside.state.site.limits, await a_table(anna)
    nobody, somebody = ("at:127.0.0.1", "nobody"), ("at:127.0.0.1", "user")
    revocations = ("/delete", "/session", "/logout", "/password")
    for door in sorted(fold.doors, key=lambda door: door.pattern.endswith(revocations)):
        if door.method == "SOCKET":
            continue
        for path in door.paths(GIVEN | {"table": (table,)}):
            till.taken()
            await Somebody(fold).ask(door.method, path)
            nobodys = till.taken()
            await anna.ask(door.method, path)
            annas = till.taken()
            if door.pattern in FREE:
                assert not nobodys + annas
                continue
            assert kinds(nobodys) == {nobody}, door
            assert kinds(annas) in ({somebody}, {nobody}), door
            assert annas[0][0] == nobodys[0][0] > 0, door


def kinds(paid):
    return {(address, payer.partition(":")[0]) for _, (address, payer) in paid}


@pytest.mark.parametrize("path", ["/none", f"{API}/none", f"{API}/me/none", "/table/x/sit"])
async def test_an_address_where_nothing_is_costs_something_too(fold, path):
    await Somebody(fold).ask("GET", path)
    assert [cost > 0 for cost, _ in fold.inside.state.site.limits.taken()] == [True]


async def test_a_wrong_method_and_a_wrong_token_cost_something_too(fold):
    await Somebody(fold).ask("PATCH", f"{API}/me")
    forger = Somebody(fold)
    forger.headers["authorization"] = "Bearer forged"
    assert (await forger.ask("GET", f"{API}/me")).status == 401
    assert [cost > 0 for cost, _ in fold.inside.state.site.limits.taken()] == [True, True]


async def test_every_command_of_a_socket_costs_something(fold, anna):
    till, table = fold.inside.state.site.limits, await a_table(anna)
    till.taken()
    kinds = {kind.__struct_config__.tag: kind for kind in get_args(Taken)}
    assert set(COMMANDS) == set(kinds)
    for path in (f"{API}/tables/{table}/socket", f"{API}/me/socket"):
        line = Socket(anna, path)
        await line.command(do="ping")
        assert [cost > 0 for cost, _ in till.taken()] == [True, True]
        for name, words in COMMANDS.items():
            await line.command(do=name, table=table, **words)
            assert [(cost > 0, len(who)) for cost, who in till.taken()] == [(True, 2)]
        await line.close()


async def test_following_many_tables_costs_more_than_following_one(fold, anna):
    till = fold.inside.state.site.limits
    line = Socket(anna, f"{API}/me/socket")
    await line.command(do="ping")
    till.taken()
    for tables in (1, 3):
        await line.command(do="follow", since={str(n): 0 for n in range(tables)})
    (one, _), (three, _) = till.taken()
    await line.close()
    assert three == 3 * one


async def test_a_table_that_must_be_read_and_replayed_first_costs_more(fold, anna):
    till, table = fold.inside.state.site.limits, await a_table(anna)
    line = Socket(anna, f"{API}/me/socket")
    for words in ({"do": "follow", "since": {table: 0}}, {"do": "choices", "table": table}):
        costs = []
        for sleeps in (True, False):
            if sleeps:
                fold.forget(table)
            till.taken()
            await line.command(**words)
            costs.append(till.taken()[-1][0])
        assert costs[0] > costs[1] + 10
    await line.close()
    for path in (f"/table/{table}", f"{API}/tables/{table}/story"):
        fold.forget(table)
        till.taken()
        for _ in range(2):
            await anna.ask("GET", path)
        (first, _), (second, _) = till.taken()
        assert first > second + 10


async def test_nothing_costs_more_than_anybody_has(fold):
    till, everything = fold.inside.state.site.limits, []
    for door in fold.doors:
        if door.method != "SOCKET":
            for path in door.paths(GIVEN | {"table": ("x",)}):
                await Somebody(fold).ask(door.method, path)
                everything += till.taken()
    assert max(cost for cost, _ in everything) * 10 < min(
        rate.burst for (what, _), rate in LIMITS.items() if what == "milliseconds"
    )


async def a_table(anna: Somebody) -> str:
    opened = await anna.must("POST", f"{API}/tables", {"game": "mutton", "seats": [{"kind": "me"}, {}]})
    return str(opened["id"])
