"""Lists come page by page, whole and in order, and nobody fills them; whatever is in them is found by index."""

from __future__ import annotations

import base64
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable
from itertools import chain
from random import Random

import pytest
from sqlalchemy import Connection, insert, select, update

from plans import by_index, plans
from sheepfold.play import cursors
from sheepfold.play.cursors import Rows
from sheepfold.play.errors import BadRequest, PlayError
from sheepfold.play.host import admin
from sheepfold.play.people import ratings
from sheepfold.play.people.users import ClientInfo
from sheepfold.play.tables import lists
from sheepfold.play.terms import DAY, Access, Listed, OfferKind, SeatPlan, Status, TableId, Terms, UserId
from sheepfold.store import open_store, schema
from sheepfold.store.tables import lists as stored
from sheepfold.store.tables.lists import FIRST, Sought, Spot

from .conftest import Fold

pytestmark = pytest.mark.anyio
tables = schema.tables

TWO = (SeatPlan("me"), SeatPlan())
ALONE = (SeatPlan("me"),)


async def opened(fold: Fold, host: UserId, count: int = 1, **more: object) -> list[TableId]:
    """So many tables of one host, a second apart, the oldest first."""
    found = []
    for _ in range(count):
        fold.clock.pass_by(1)
        terms = Terms("tiny", {"goal": 1}, more.get("seats", TWO), access=more.get("access", Access.OPEN))  # type: ignore[arg-type]
        found.append((await fold.service.tables.open(host, terms)).id)
    return found


def ids(page: Rows[Listed]) -> list[TableId]:
    return [listed.info.id for listed in page]


async def turned(ask: Callable[[str | None], Awaitable[Rows[Listed]]]) -> list[list[TableId]]:
    """All pages of a list, from the first to the last."""
    found = [await ask(None)]
    while found[-1].next is not None:
        found.append(await ask(found[-1].next))
    return [ids(page) for page in found]


# -- the lobby ---------------------------------------------------------------------------------


async def test_a_list_has_pages_and_every_table_is_on_one_of_them(fold):
    every = [table for _ in range(3) for user in (fold.ann, fold.bob) for table in await opened(fold, user)]
    pages = await turned(lambda cursor: fold.service.lists.lobby(limit=4, cursor=cursor))
    assert [len(page) for page in pages] == [4, 2]
    assert [*chain(*pages)] == every[::-1]


async def test_the_last_page_says_that_it_is_the_last_even_if_it_is_full(fold):
    await opened(fold, fold.ann, 2)
    assert (await fold.service.lists.lobby(limit=2)).next is None
    assert (await fold.service.lists.lobby(limit=1)).next is not None


async def test_pages_stay_as_they_are_while_tables_are_opened_and_closed_before_them(fold):
    old = await opened(fold, fold.ann) + await opened(fold, fold.bob) + await opened(fold, fold.cyd)
    first = await fold.service.lists.lobby(limit=1)
    await opened(fold, (await fold.service.accounts.new_guest("Dee")).id)
    await fold.service.tables.leave(old[2], fold.cyd)
    assert ids(await fold.service.lists.lobby(limit=5, cursor=first.next)) == [old[1], old[0]]


async def test_tables_opened_at_the_same_moment_are_all_on_a_page(fold):
    every = {(await fold.service.tables.open(fold.ann, Terms("tiny", {}, TWO))).id for _ in range(3)}
    pages = await turned(lambda cursor: fold.service.lists.lobby(limit=1, cursor=cursor))
    assert sorted(chain(*pages)) == sorted(every)


async def test_nobody_fills_a_page_as_long_as_others_have_tables(fold):
    (honest,) = await opened(fold, fold.bob)
    flood = (await opened(fold, fold.ann, 10))[::-1]
    pages = await turned(lambda cursor: fold.service.lists.lobby(limit=5, cursor=cursor))
    assert pages[0] == [*flood[:FIRST], honest, flood[FIRST]]
    assert [*chain(*pages)] == [*flood[:FIRST], honest, *flood[FIRST:]]


async def test_nobody_fills_a_page_by_coming_as_many(fold):
    """Guests of one address, and players who signed up there today, are one host; who was here before is not."""
    accounts, clock = fold.service.accounts, fold.clock
    dora = (await accounts.register("Dora", "12345678")).id
    clock.pass_by(2 * DAY)
    emil = (await accounts.register("Emil", "12345678")).id
    here, there = ClientInfo("2001:db8::1"), ClientInfo("192.0.2.1")

    async def by(user: UserId, client: ClientInfo) -> TableId:
        clock.pass_by(1)
        return (await fold.service.tables.open(user, Terms("tiny", {}, TWO), client=client)).id

    honest, known = await by(fold.cyd, there), await by(dora, here)
    flood = [await by(user, ClientInfo(f"2001:db8::{user}")) for user in (fold.ann, fold.bob, emil) for _ in range(2)][
        ::-1
    ]
    assert ids(await fold.service.lists.lobby()) == [*flood[::2], known, honest, *flood[1::2]]


def test_of_a_crowd_the_one_with_most_tables_in_front_steps_back():
    assert stored.surplus([("c", 1), ("b", 1), ("a", 1)]) == []
    assert stored.surplus([("d", 1), ("c", 1), ("b", 1), ("a", 1)]) == ["a"]
    assert stored.surplus([("d", 4), ("c", 3), ("b", 2), ("a", 1)]) == ["a"]
    assert stored.surplus([("e", 2), ("d", 2), ("c", 2), ("b", 2), ("a", 1)]) == ["b", "c"]


async def test_a_rematch_counts_for_whoever_the_game_before_counted_for(fold):
    first = (
        await fold.service.tables.open(fold.ann, Terms("tiny", {"goal": 1}, TWO), client=ClientInfo("192.0.2.1"))
    ).id
    await fold.service.tables.sit(first, fold.bob)
    await fold.service.tables.move(first, fold.ann, "add 1")
    for user in (fold.ann, fold.bob):
        await fold.service.tables.offer(first, user, OfferKind.REMATCH)
    store = open_store(fold.setup.database)
    assert len(crowds := await store.read(lambda conn: conn.execute(select(tables.c.crowd)).scalars().all())) == 2
    assert len(set(crowds)) == 1
    assert crowds[0] < 0
    await store.close()


async def test_one_table_moves_up_however_the_database_plans_it(fold):
    """PostgreSQL may ask again and again for the next one, for each row that it looks at, and each time get another."""
    flood = await opened(fold, fold.ann, 6)

    def leaves(conn: Connection) -> list[str]:
        conn.execute(update(tables).where(tables.c.id == flood[5]).values(status="running"))
        conn.execute(update(tables).where(tables.c.id.in_(flood[:2])).values(due=None))  # they lie behind the next one
        if conn.dialect.name == "postgresql":
            for way in ("hashagg", "hashjoin", "mergejoin", "sort", "material"):
                conn.exec_driver_sql(f"SET LOCAL enable_{way} = off")
        stored.left(conn, fold.ann, stored.Spot("waiting", False))
        return list(conn.execute(select(tables.c.id).where((tables.c.status == "waiting") & tables.c.front)).scalars())

    store = open_store(fold.setup.database)
    assert set(await store.write(leaves)) == {flood[2], flood[3], flood[4]}
    await store.close()


async def test_where_a_table_begins_or_closes_the_next_of_its_host_moves_up(fold):
    (honest,) = await opened(fold, fold.cyd)
    flood = (await opened(fold, fold.ann, 5))[::-1]
    await fold.service.tables.sit(flood[0], fold.bob)
    assert ids(await fold.service.lists.lobby()) == [flood[1], flood[2], flood[3], honest, flood[4]]
    await fold.service.tables.leave(flood[1], fold.ann)
    assert ids(await fold.service.lists.lobby()) == [flood[2], flood[3], flood[4], honest]


async def test_practice_takes_no_place_among_games_between_people(fold):
    between = await fold.table()
    fold.clock.pass_by(1)
    await opened(fold, fold.ann, 5, seats=(SeatPlan("me"),))
    running = await fold.service.lists.lobby(status=Status.RUNNING, between_people=True)
    assert ids(running) == [between]
    assert ids(await fold.service.lists.lobby(status=Status.RUNNING))[FIRST] == between


async def test_what_is_private_or_was_called_off_is_in_no_list(fold):
    await opened(fold, fold.ann, access=Access.PRIVATE)
    (left,) = await opened(fold, fold.ann)
    await fold.service.tables.leave(left, fold.ann)
    off = await fold.table()
    await fold.service.tables.abort(off, fold.ann)
    assert [ids(await fold.service.lists.lobby(status=status)) for status in Status] == [[], [], []]


async def test_private_tables_take_no_place_of_open_ones(fold):
    shown = await opened(fold, fold.ann)
    await opened(fold, fold.ann, 4, access=Access.PRIVATE)
    (other,) = await opened(fold, fold.bob)
    assert ids(await fold.service.lists.lobby()) == [other, *shown]


async def test_results_are_listed_by_their_end(fold):
    first, second = await fold.table(goal=1), await fold.table(goal=1)
    for table in (second, first):
        fold.clock.pass_by(60)
        await fold.service.tables.move(table, fold.ann, "add 1")
    assert ids(await fold.service.lists.lobby(status=Status.OVER)) == [first, second]


async def test_tables_to_join_are_found_among_those_for_invited_people(fold):
    (shown,) = await opened(fold, fold.ann)
    await opened(fold, fold.bob, 3, access=Access.INVITED)
    assert ids(await fold.service.lists.lobby(limit=1, access=Access.OPEN)) == [shown]


async def test_lists_stay_fair_whatever_happens_at_tables(fold):
    """Those in front are always the newest three of their host in that list, as if all were counted anew."""
    rng, service = Random("fair"), fold.service
    people = [fold.ann, fold.bob, fold.cyd]
    known: list[TableId] = []
    for _ in range(150):
        fold.clock.pass_by(1)
        user = rng.choice(people)
        table = rng.choice(known) if known else ""
        try:
            match rng.randrange(7):
                case 0 | 1:
                    known += await opened(fold, user, seats=rng.choice([ALONE, TWO, (*TWO, SeatPlan())]))
                case 2 | 3:
                    await service.tables.sit(table, user)
                case 4:
                    await service.tables.leave(table, user)
                case 5:
                    await service.tables.resign(table, user)
                case 6:
                    await service.tables.abort(table, user)
        except PlayError:
            continue
    store = open_store(fold.setup.database)
    rows = await store.read(lambda conn: conn.execute(select(tables).order_by(tables.c.listed_at.desc())).all())
    sitting = await store.read(lambda conn: conn.execute(select(schema.seats)).all())
    await store.close()
    lined_up = defaultdict(list)
    for row in rows:
        assert row.together == (sum(seat.sits for seat in sitting if seat.table_id == row.id) > 1)
        assert (row.front is None) == (row.outcome is not None and "aborted" in row.outcome)
        if row.front is not None:
            lined_up[row.crowd, row.status, row.together].append(row.front)
    assert max(map(len, lined_up.values())) > FIRST
    for fronts in lined_up.values():
        assert fronts == [place < FIRST for place in range(len(fronts))]


# -- one's own tables --------------------------------------------------------------------------


async def test_ones_own_tables_come_by_turn_then_by_the_last_move_then_by_their_end(fold):
    over = [await fold.table(goal=1) for _ in range(3)]
    for table in over:
        fold.clock.pass_by(1)
        await fold.service.tables.move(table, fold.ann, "add 1")
    hers, his = await fold.table(), await fold.table()
    fold.clock.pass_by(1)
    await fold.service.tables.move(his, fold.ann, "add 1")
    (waiting,) = await opened(fold, fold.ann)
    expected = [hers, waiting, his, *over[::-1]]
    for limit in (1, 2, 3, 4, 10):
        pages = await turned(
            lambda cursor, limit=limit: fold.service.lists.of_user(fold.ann, limit=limit, cursor=cursor)
        )
        assert [*chain(*pages)] == expected
        assert all(len(page) == limit for page in pages[:-1])
    assert ids(await fold.service.lists.of_user(fold.ann, over=False)) == expected[:3]
    finished = await turned(lambda cursor: fold.service.lists.of_user(fold.ann, Status.OVER, limit=2, cursor=cursor))
    assert finished == [over[:0:-1], over[:1]]


async def test_a_person_has_no_more_than_everybody_may_know_on_their_page(fold):
    private, off, shown = await fold.table(goal=1, access=Access.PRIVATE), await fold.table(), await fold.table(goal=1)
    await opened(fold, fold.ann, access=Access.PRIVATE)
    await fold.service.tables.abort(off, fold.ann)
    for table in (private, shown):
        await fold.service.tables.move(table, fold.ann, "add 1")
    assert ids(await fold.service.lists.of_user(fold.ann, public=True)) == [shown]
    assert len(await fold.service.lists.of_user(fold.ann)) == 4


async def test_who_takes_two_places_at_a_table_finds_it_once(fold):
    dora = (await fold.service.accounts.register("Dora", "12345678")).id
    terms = Terms("tiny", {}, (SeatPlan("me"), SeatPlan("user", "Dora")))
    table = (await fold.service.tables.open(dora, terms)).id
    assert ids(await fold.service.lists.of_user(dora)) == [table]
    await fold.service.tables.leave(table, dora)
    assert ids(await fold.service.lists.of_user(dora)) == [table]


# -- the host's lists --------------------------------------------------------------------------


async def test_the_host_turns_pages_of_tables_and_of_people(fold):
    every = await opened(fold, fold.ann, 3, access=Access.PRIVATE)
    pages = await turned(lambda cursor: fold.service.admin.tables(Status.WAITING, limit=2, cursor=cursor))
    assert pages == [every[:0:-1], every[:1]]
    first = await fold.service.admin.users(limit=2)
    second = await fold.service.admin.users(limit=2, cursor=first.next)
    assert [account.name for account in (*first, *second)] == ["Cyd", "Bob", "Ann"]
    assert second.next is None


# -- ladders -----------------------------------------------------------------------------------


async def test_a_ladder_has_pages_on_which_nobody_who_left_is_missed(fold):
    people = [(await fold.service.accounts.register(f"Person {n}", "12345678")).id for n in range(6)]

    def rated(conn: Connection) -> None:
        for number, user in enumerate(people):
            figures = {"mu": 25.0 + number, "sigma": 8.0, "games": 1, "careful": ratings.worth(25.0 + number, 8.0)}
            conn.execute(insert(schema.ratings).values(subject=f"user:{user}", game="tiny", role="", **figures))
        conn.execute(schema.users.update().where(schema.users.c.id.in_(people[2:4])).values(deleted=True))

    store = open_store(fold.setup.database)
    await store.write(rated)
    await store.close()
    for game in ("tiny", None):
        first = await fold.service.ratings.ladder(game, limit=3)
        assert [rating.name for rating in first] == ["Person 5", "Person 4", "Person 1"]
        rest = await fold.service.ratings.ladder(game, limit=3, cursor=first.next)
        assert [rating.name for rating in rest] == ["Person 0"]
        assert rest.next is None


async def test_ratings_over_time_have_pages_from_the_last_to_the_first(fold):
    people = [(await fold.service.accounts.register(name, "12345678")).id for name in ("Annabel", "Bobby")]
    for _ in range(3):
        fold.clock.pass_by(1)
        table = (await fold.service.tables.open(people[0], Terms("tiny", {"goal": 1}, TWO, rated=True))).id
        await fold.service.tables.sit(table, people[1])
        await fold.service.tables.move(table, people[0], "add 1")
    whole = await fold.service.ratings.history(people[0])
    last = await fold.service.ratings.history(people[0], limit=2)
    first = await fold.service.ratings.history(people[0], limit=2, cursor=last.next)
    assert [*first, *last] == whole
    assert [step.at for step in whole] == sorted(step.at for step in whole)


# -- cursors -----------------------------------------------------------------------------------


def packed(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "x",
        "é",
        "nonsense",
        "A" * 10_000,
        packed({}),
        packed(["every", 1.0, "a"]),
        packed(["lobby waiting", 0, 1.0]),
        packed(["lobby waiting", 0, "1.0", "a"]),
        packed(["lobby waiting", True, 1.0, "a"]),
        packed(["lobby waiting", 0, float("nan"), "a"]),
        packed(["lobby waiting", 10**30, 1.0, "a"]),
        packed(["lobby waiting", 0, 1.0, "\0"]),
        packed(["lobby waiting", 0, 1.0, "\ud800"]),
        packed(["lobby running", 0, 1.0, "a"]),
    ],
)
async def test_what_is_no_cursor_of_the_list_is_refused_in_a_sentence(fold, cursor):
    with pytest.raises(BadRequest, match="not a cursor of this list"):
        await fold.service.lists.lobby(cursor=cursor)


@pytest.mark.parametrize("values", [(0, 1.5, "abc"), (-3, 1e300, ""), (2**62, 0.1, "ümläut")])
def test_a_cursor_comes_back_as_it_was_written(values):
    assert cursors.read("any", cursors.written("any", *values), int, float, str) == values


# -- by index ----------------------------------------------------------------------------------

AT = cursors.written
LISTS: dict[str, Callable[[Connection], object]] = {
    "the lobby": lambda conn: lists.lobby(conn, None, Status.WAITING, 20),
    "the lobby of a game": lambda conn: lists.lobby(conn, "tiny", Status.WAITING, 20),
    "another page of it": lambda conn: lists.lobby(
        conn, "tiny", Status.WAITING, 20, cursor=AT("lobby waiting", 0, 1.0, "a")
    ),
    "games between people": lambda conn: lists.lobby(conn, None, Status.RUNNING, 20, True),
    "results": lambda conn: lists.lobby(conn, None, Status.OVER, 20, False, AT("lobby over", 1, 1.0, "a")),
    "all tables": lambda conn: lists.every(conn, Status.OVER, 20, AT("every", 1.0, "a")),
    "all people": lambda conn: admin.accounts(conn, "", 20, AT("users", 7)),
    "the ladder": lambda conn: ratings.ladder(conn, None, None, None, 20, AT("ladder", 1.0, "a", "b", "c")),
    "the ladder of a game": lambda conn: ratings.ladder(conn, "tiny", None, None, 20),
    "ratings over time": lambda conn: ratings.history(conn, "user:1", 20, AT("history", 7)),
    "one's finished tables": lambda conn: lists.of_user(conn, 1, Status.OVER, 20, AT("mine", 2, 1.0, "a")),
    "one's past games": lambda conn: stored.past_games(
        conn, 1, Sought(game="tiny", opponent=2, went="won"), 20, (1.0, "a")
    ),
}


@pytest.mark.parametrize("which", LISTS)
async def test_no_list_is_read_as_a_whole_or_sorted(unused_database, which):
    store = open_store(unused_database)
    found = await store.read(lambda conn: plans(conn, LISTS[which]))
    await store.close()
    assert found
    assert [plan for plan in found if not by_index(plan)] == []


async def test_ones_unfinished_tables_are_found_by_index(unused_database):
    store = open_store(unused_database)
    found = await store.read(lambda conn: plans(conn, lambda conn: lists.of_user(conn, 1, None, 20)))
    await store.close()
    assert "ix_seats_user_id" in found[0]
    assert [plan for plan in found if not by_index(plan)] == []


async def test_who_steps_back_and_who_moves_up_is_found_by_index(unused_database):
    def work(conn: Connection) -> None:
        stored.entered(conn, 1, Spot(Status.WAITING, together=False))
        stored.left(conn, 1, Spot(Status.WAITING, together=False))

    store = open_store(unused_database)
    found = await store.write(lambda conn: plans(conn, work))
    await store.close()
    assert len(found) == 2
    assert [plan for plan in found if not by_index(plan)] == []
