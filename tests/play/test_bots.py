"""Bots at the table think in worker processes; a slow, crashed or killed one holds nobody up."""

from __future__ import annotations

import asyncio
import errno
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest
import structlog
from structlog.testing import CapturingLogger

import tiny
from patience import PATIENCE, until
from play_support import at_rest
from sheepfold.core.contract.bot import BARE, Level, Thinking
from sheepfold.play.bots.advice import Advice
from sheepfold.play.bots.workers import BotWorkers
from sheepfold.play.engine import Engine
from sheepfold.play.errors import BadRequest, Forbidden, NotFound, NotNow
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.tables import repository, seating
from sheepfold.play.terms import OfferKind, SeatPlan, Status, Terms
from tests_path import workers_can_import_tests

from .conftest import Clock, Fold

pytestmark = pytest.mark.anyio

NO_MOVE = "a bot gave no move; a random one is made"


class Naps:
    """Sleep that takes no time but on the clock in the test's hand."""

    def __init__(self, clock: Clock) -> None:
        self.clock, self.taken = clock, list[float]()

    async def __call__(self, seconds: float) -> None:
        self.taken.append(round(seconds, 6))
        self.clock.pass_by(seconds)


@pytest.fixture
def naps(clock: Clock) -> Naps:
    return Naps(clock)


@pytest.fixture
def said() -> CapturingLogger:
    """What the service logs."""
    return CapturingLogger()


@pytest.fixture
async def bots(
    make_setup: Callable[..., Setup],
    clock: Clock,
    naps: Naps,
    said: CapturingLogger,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[Fold]:
    workers_can_import_tests(monkeypatch)
    log = structlog.wrap_logger(said, processors=[])
    setup = make_setup(workers=1, think=PATIENCE, bot_pace=0.25, sleep=naps, log=log)
    async with Service.open(setup) as service:
        people = [(await service.accounts.new_guest(name)).id for name in ("Ann", "Bob", "Cyd")]
        yield Fold(service, clock, setup, *people)


async def against(fold: Fold, bot: str, **options: int) -> str:
    terms = Terms("tiny", {"goal": 1000, **options}, (SeatPlan("me"), SeatPlan("bot", bot)))
    return (await fold.service.tables.open(fold.ann, terms)).id


async def until_my_turn(fold: Fold, table: str) -> int:
    """The total once it is Ann's turn again."""
    async with asyncio.timeout(PATIENCE):
        async for update in fold.service.watching.watch(table, fold.ann, since=0):
            if update.position.to_move == (1,) or update.position.outcome:
                return update.position.view.total
    raise AssertionError


async def test_a_bot_answers_a_move(bots):
    table = await against(bots, "one")
    await bots.service.tables.move(table, bots.ann, "add 2")
    assert await until_my_turn(bots, table) == 3


async def ponders(fold: Fold, thinking: Thinking) -> int:
    terms = Terms("tiny", {"goal": 1000}, (SeatPlan("me"), SeatPlan("bot", "ponderer")), thinking=thinking)
    table = (await fold.service.tables.open(fold.ann, terms)).id
    await fold.service.tables.move(table, fold.ann, "add 2")
    return await until_my_turn(fold, table) - 2


async def test_a_bot_thinks_as_long_as_its_table_agreed(bots):
    assert [await ponders(bots, thinking) for thinking in Thinking] == [1, 2, 3]


async def test_a_host_who_lets_bots_think_longer_is_not_outdone_by_a_table(make_setup, clock, naps, monkeypatch):
    workers_can_import_tests(monkeypatch)
    async with Service.open(make_setup(workers=1, think=PATIENCE, sleep=naps, effort=0.25)) as service:
        fold = Fold(service, clock, make_setup(), (await service.accounts.new_guest("Ann")).id, 0, 0)
        assert await ponders(fold, Thinking.LONG) == 2, "four quarters"
    sent = []
    monkeypatch.setattr(BotWorkers, "_put", lambda self, request, owners: sent.append(request[2].effort) or put(self))
    for effort, times in ((1.0, [0.3, 1.0, 4.0]), (2.0, [0.3, 1.0, 2.0]), (10.0, [0.3, 1.0, 1.0])):
        thinkers, sent[:] = BotWorkers(make_setup(workers=0, effort=effort)), []
        for thinking in Thinking:
            await thinkers.think("tiny", "ponderer", None, ("ann",), thinking)
        assert sent == times


def put(thinkers: BotWorkers) -> SimpleNamespace:
    """A job that is done at once."""
    answer = asyncio.get_running_loop().create_future()
    answer.set_result(["add", "1"])
    return SimpleNamespace(answer=answer)


async def test_a_bot_that_takes_over_thinks_as_the_table_agreed(bots):
    seats = (SeatPlan("me"), SeatPlan(), SeatPlan("bot", "ponderer"))
    terms = Terms("tiny", {"goal": 1000}, seats, thinking=Thinking.LONG)
    table = (await bots.service.tables.open(bots.ann, terms)).id
    await bots.service.tables.sit(table, bots.bob)
    await bots.service.tables.leave(table, bots.bob)
    await bots.service.tables.offer(table, bots.ann, OfferKind.TAKEOVER, about=2, bot="ponderer")
    await bots.service.tables.move(table, bots.ann, "add 2")
    assert await until_my_turn(bots, table) == 2 + 3 + 3


async def test_a_rematch_is_thought_about_as_long(bots):
    terms = Terms("tiny", {"goal": 4}, (SeatPlan("me"), SeatPlan("bot", "ponderer")), thinking=Thinking.LONG)
    table = (await bots.service.tables.open(bots.ann, terms)).id
    await bots.service.tables.resign(table, bots.ann)
    await bots.service.tables.offer(table, bots.ann, OfferKind.REMATCH)
    again = (await bots.service.tables.info(table)).rematch
    assert again is not None
    assert (await bots.service.tables.info(again)).terms.thinking is Thinking.LONG


@pytest.mark.parametrize(
    ("bot", "rated", "refused"),
    [("one", False, "that can ponderer"), ("ponderer", True, "In rated games bots think as long as usual")],
)
async def test_what_a_table_cannot_have_of_bots_is_refused(bots, bot, rated, refused):
    ann = (await bots.service.accounts.register("Ann of the fold", "four sheep and a wolf")).id
    for thinking in (Thinking.LONG, Thinking.BRIEF):
        terms = Terms("tiny", {}, (SeatPlan("me"), SeatPlan("bot", bot)), rated=rated, thinking=thinking)
        with pytest.raises(BadRequest, match=refused):
            await bots.service.tables.open(ann, terms)


def test_how_bots_play_is_stored_with_the_table():
    terms = Terms("tiny", {}, (SeatPlan("me"), SeatPlan("bot", "ponderer")))
    for thinking, hurry in product(Thinking, (False, True)):
        agreed = replace(terms, thinking=thinking, hurry=hurry)
        assert repository.terms_from(repository.terms_json(agreed)) == agreed


@pytest.mark.parametrize(
    ("rated", "hurry", "casual"), [(False, False, True), (False, True, False), (True, False, False)]
)
async def test_bots_leave_people_time_where_nothing_counts_and_nobody_asks_them_to_hurry(
    bots, monkeypatch, rated, hurry, casual
):
    asked = asyncio.Queue()

    async def think(self, game, name, view, owners, thinking, casual, luck):
        asked.put_nowait(casual)

    monkeypatch.setattr(BotWorkers, "think", think)
    monkeypatch.setattr(seating, "levels", lambda *_: (Level("one", "One", "", hurries="says two at once"),))
    ann = (await bots.service.accounts.register("Ann of the fold", "four sheep and a wolf")).id
    terms = Terms("tiny", {"goal": 9}, (SeatPlan("bot", "one"), SeatPlan("me")), rated=rated, hurry=hurry)
    await bots.service.tables.open(ann, terms)
    async with asyncio.timeout(PATIENCE):
        assert await asked.get() == casual


async def test_a_worker_gets_ready_for_a_bot_that_thinks_with_a_kernel_before_it_is_to_move(bots):
    await against(bots, "one")
    await bots.service._engine.bot_workers.done()
    assert children() == [], "others are no reason to start one"
    table = await against(bots, "adept")
    await bots.service._engine.bot_workers.done()
    assert len(children()) == 1
    await bots.service.tables.move(table, bots.ann, "add 2")
    assert await until_my_turn(bots, table) == 3


async def test_an_offer_among_people_leaves_a_bot_that_looks_on_in_peace(bots, monkeypatch):
    terms = Terms("tiny", {"goal": 1000}, (SeatPlan("me"), SeatPlan(), SeatPlan("bot", "sleeper")))
    table = (await bots.service.tables.open(bots.ann, terms)).id
    await bots.service.tables.sit(table, bots.bob)
    await bots.service.tables.move(table, bots.ann, "add 1")
    changes = []
    change = Engine.change
    monkeypatch.setattr(Engine, "change", lambda *given: changes.append(given) or change(*given))
    await bots.service.tables.offer(table, bots.ann, OfferKind.UNDO)
    await at_rest(bots.service)
    assert len(changes) == 1


async def test_a_bot_in_the_first_seat_begins(bots):
    terms = Terms("tiny", {"goal": 1000}, (SeatPlan("bot", "one"), SeatPlan("me")))
    table = (await bots.service.tables.open(bots.ann, terms)).id
    async with asyncio.timeout(PATIENCE):
        while not (await bots.service.watching.look(table)).position.view.total:
            await bots.service.watching.look(
                table, since=(await bots.service.watching.look(table)).position.number, wait=5
            )


async def test_bots_think_for_everybody_in_turn_however_many_tables_somebody_else_has(bots):
    engine, answered = bots.service._engine, list[str]()
    table = await engine.table(await against(bots, "one"))
    view = table.game.view(table.state, 2)

    async def think(*owners: str) -> None:
        await engine.bot_workers.think("tiny", "one", view, owners)
        answered.append(owners[0])

    crowd = [asyncio.create_task(think("crowd")) for _ in range(8)]
    alone = [asyncio.create_task(think(name)) for name in ("bob", "cyd", "cyd")]
    among = [asyncio.create_task(think("crowd with dan", "crowd"))]  # counts for whoever waits for less
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*crowd, *alone, *among)
    assert answered == ["crowd", "bob", "cyd", "crowd with dan", "crowd", "cyd", *["crowd"] * 6]


async def test_guests_of_one_address_wait_as_one_player_and_accounts_each_for_themselves(bots):
    service, engine, terms = (
        bots.service,
        bots.service._engine,
        Terms("tiny", {}, (SeatPlan("me"), SeatPlan("bot", "one"))),
    )
    for guest in (bots.ann, bots.bob):
        service.owners.came(guest, "at:home")
    eve = (await service.accounts.register("Eve", "crook and bell")).id
    tables = [(await service.tables.open(user, terms)).id for user in (bots.ann, bots.bob, bots.cyd, eve)]
    owners = [engine.owners.of(await engine.table(table)) for table in tables]
    assert owners == [("at:home",), ("at:home",), (f"user:{bots.cyd}",), (f"user:{eve}",)]


@pytest.mark.parametrize("thought", [0.01, 0.1, 0.24])
async def test_how_long_a_bot_thought_is_not_told_only_how_many_beats_went_by(bots, naps, thought):
    table = await against(bots, "one")
    await bots.service.tables.move(table, bots.ann, "add 2")
    bots.clock.pass_by(thought)
    await until_my_turn(bots, table)
    asked, answered = (seen.at for seen in (await bots.service.watching.story(table, bots.ann)).events[-2:])
    assert answered - asked == pytest.approx(0.25)
    assert naps.taken == [pytest.approx(0.25 - thought)]


async def test_a_secret_step_of_a_bot_costs_no_beat(bots, naps):
    table = await against(bots, "fidget")
    await bots.service.tables.move(table, bots.ann, "add 2")
    bots.clock.pass_by(0.1)
    assert await until_my_turn(bots, table) == 3
    asked, answered = (seen.at for seen in (await bots.service.watching.story(table, bots.ann)).events[-2:])
    assert answered - asked == pytest.approx(0.25)
    assert len(naps.taken) == 1


async def test_a_bots_move_is_checked_applied_and_written_once_although_it_waits_for_the_beat(bots, asked):
    table = await against(bots, "one", dice=True)
    await bots.service.tables.move(table, bots.ann, "add 2")
    await until_my_turn(bots, table)
    assert asked == {"check": 4, "play": 4, "notate": 4}, "Ann's, the bot's, and a roll after each"


@pytest.mark.parametrize(("bot", "warning"), [("crasher", [NO_MOVE]), ("cheat", []), ("glutton", [NO_MOVE])])
async def test_a_bot_that_fails_moves_at_random(bots, said, bot, warning):
    table = await against(bots, bot)
    await bots.service.tables.move(table, bots.ann, "add 2")
    assert await until_my_turn(bots, table) in (3, 4, 5)
    assert [call.kwargs["event"] for call in said.calls[:1]] == warning


async def test_a_bot_that_never_finishes_moves_at_random(bots, monkeypatch):
    monkeypatch.setattr("sheepfold.play.bots.workers.START_GRACE", 1.0)
    async with Service.open(replace(bots.setup, think=0.2)) as hasty:
        fold = replace(bots, service=hasty)
        table = await against(fold, "sleeper")
        await hasty.tables.move(table, fold.ann, "add 2")
        assert await until_my_turn(fold, table) in (3, 4, 5)


async def test_what_a_bot_prints_does_not_get_between_its_moves(bots):
    table = await against(bots, "babbler")
    for total in (3, 6):
        await bots.service.tables.move(table, bots.ann, "add 2")
        assert await until_my_turn(bots, table) == total


def test_a_bot_that_takes_memory_without_end_fails_before_the_server_does(monkeypatch):
    workers_can_import_tests(monkeypatch)
    view = tiny.GAME.view(tiny.GAME.start(tiny.Options(), 2), 1)
    request = pickle.dumps(("tiny", "glutton", BARE, view, None))
    worker = [sys.executable, "-m", "sheepfold.play.bots.worker", "tiny:SHELF"]
    ended = subprocess.run(
        worker, input=len(request).to_bytes(4, "big") + request, capture_output=True, timeout=PATIENCE
    )
    assert b"MemoryError" in ended.stderr


async def test_a_stopped_worker_is_replaced_and_the_move_is_made(bots, monkeypatch):
    monkeypatch.setattr("sheepfold.play.bots.workers.START_GRACE", PATIENCE)
    async with Service.open(replace(bots.setup, think=0.2)) as hasty:
        fold = replace(bots, service=hasty)
        table = await against(fold, "one")
        await hasty.tables.move(table, fold.ann, "add 1")
        total = await until_my_turn(fold, table)
        (stopped,) = children()
        os.kill(stopped, signal.SIGSTOP)
        monkeypatch.setattr("sheepfold.play.bots.workers.START_GRACE", 1.0)
        await hasty.tables.move(table, fold.ann, "add 1")
        assert await until_my_turn(fold, table) > total + 1
        assert stopped not in children()


async def test_a_killed_worker_is_replaced_and_the_move_is_made(bots):
    table = await against(bots, "one")
    await bots.service.tables.move(table, bots.ann, "add 1")
    await until_my_turn(bots, table)
    for worker in children():
        os.kill(worker, signal.SIGKILL)
    await bots.service.tables.move(table, bots.ann, "add 1")
    assert await until_my_turn(bots, table) == 4


async def test_a_worker_that_cannot_be_started_now_is_started_for_the_next_move(bots, monkeypatch):
    table = await against(bots, "one")

    async def no_room(*_, **__):
        raise OSError(errno.EMFILE, "Too many open files")

    with monkeypatch.context() as crowded:
        crowded.setattr(asyncio, "create_subprocess_exec", no_room)
        await bots.service.tables.move(table, bots.ann, "add 1")
        total = await until_my_turn(bots, table)
    await bots.service.tables.move(table, bots.ann, "add 1")
    assert await until_my_turn(bots, table) == total + 2


def children() -> list[int]:
    """The bots' workers of this process."""
    own = str(os.getpid())
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
            words = (stat.parent / "cmdline").read_text()
        except OSError:
            continue
        if fields[1] == own and "sheepfold.play.bots.worker" in words:
            found.append(int(stat.parent.name))
    return found


async def test_a_bot_takes_over_when_the_others_agree_and_the_game_counts_no_more(bots):
    table = await bots.table(seats=3, goal=1000)
    await bots.service.tables.move(table, bots.ann, "add 1")
    await bots.service.tables.leave(table, bots.bob)
    await bots.service.tables.offer(table, bots.ann, OfferKind.TAKEOVER, about=2, bot="one")
    await bots.service.tables.answer(table, bots.cyd, OfferKind.TAKEOVER, True)
    async with asyncio.timeout(PATIENCE):
        update = await bots.service.watching.look(table, bots.cyd)
        while update.position.to_move != (3,):
            update = await bots.service.watching.look(table, bots.cyd, since=update.position.number, wait=5)
    info = await bots.service.tables.info(table)
    assert info.seats[1].kind == "bot"
    assert not info.rated
    with pytest.raises(NotNow):
        await bots.service.tables.sit(table, bots.bob)


async def test_a_bot_says_no_to_a_draw_and_yes_to_an_undo_and_a_rematch(bots):
    table = await against(bots, "one")
    await bots.service.tables.offer(table, bots.ann, OfferKind.DRAW)
    async with asyncio.timeout(PATIENCE):
        while (await bots.service.tables.info(table)).offers:
            await asyncio.sleep(0.01)
    assert (await bots.service.tables.info(table)).status is Status.RUNNING
    await bots.service.tables.move(table, bots.ann, "add 2")
    await until_my_turn(bots, table)
    update = await bots.service.tables.offer(table, bots.ann, OfferKind.UNDO)
    assert update.position.view.total == 0
    await bots.service.tables.resign(table, bots.ann)
    moves = bots.service.metrics().moves
    update = await bots.service.tables.offer(table, bots.ann, OfferKind.REMATCH)
    again = await bots.service.tables.info(update.info.rematch)
    assert [seat.kind for seat in again.seats] == ["bot", "guest"]
    await until(lambda: bots.service.metrics().moves > moves)  # though nobody looks there


async def test_a_bot_that_was_thinking_when_the_server_stopped_moves_after_the_restart(bots):
    table = await against(bots, "one")
    async with Service.open(replace(bots.setup, workers=0)) as deaf:
        await deaf.tables.move(table, bots.ann, "add 1")
    async with Service.open(bots.setup) as fresh, asyncio.timeout(PATIENCE):
        update = await fresh.watching.look(table, bots.ann)
        while update.position.to_move != (1,):
            update = await fresh.watching.look(table, bots.ann, since=update.position.number, wait=5)


async def test_bots_of_one_kind_are_rated_against_the_others_but_not_against_each_other(bots):
    await bots.service.accounts.register("Annabel", "12345678", guest=bots.ann)
    terms = Terms("tiny", {}, (SeatPlan("me"), SeatPlan("bot", "one"), SeatPlan("bot", "one")), rated=True)
    table = (await bots.service.tables.open(bots.ann, terms)).id
    await bots.service.tables.resign(table, bots.ann)
    bot, ann = await bots.service.ratings.ladder()
    assert (bot.subject, bot.games, ann.games) == ("bot:one", 1, 1)
    assert bot.mu - 25 == pytest.approx(25 - ann.mu)


async def test_a_bot_says_why_once_the_game_is_over(bots):
    table = await against(bots, "talker")
    await bots.service.tables.move(table, bots.ann, "add 2")
    await until_my_turn(bots, table)
    with pytest.raises(NotNow, match="give away what it knows"):
        await bots.service.adviser.why(table, bots.ann)
    await bots.service.tables.resign(table, bots.ann)
    reason = await bots.service.adviser.why(table, bots.ann)
    assert (reason.seat, reason.bot, reason.move) == (2, "talker", "add 1")
    assert reason.words == "I am seat 2 and down: add 1."
    assert await bots.service.adviser.why(table, bots.bob, ply=reason.ply) == reason
    with pytest.raises(NotFound, match="was not a bot's"):
        await bots.service.adviser.why(table, bots.ann, ply=reason.ply - 1)


async def test_a_bot_that_gives_no_reasons_says_so(bots):
    table = await against(bots, "one")
    with pytest.raises(NotNow):
        await bots.service.adviser.why(table, bots.ann)
    await bots.service.tables.move(table, bots.ann, "add 2")
    await until_my_turn(bots, table)
    await bots.service.tables.resign(table, bots.ann)
    assert (await bots.service.adviser.why(table, bots.ann)).words == "It gives no reasons."


async def test_in_a_game_without_secrets_a_bot_says_why_at_once_unless_the_result_counts(bots, monkeypatch):
    table = await against(bots, "talker")
    monkeypatch.setattr(tiny.GAME, "hides", False)
    with pytest.raises(NotFound, match="No bot has moved"):
        await bots.service.adviser.why(table, bots.ann)
    await bots.service.tables.move(table, bots.ann, "add 2")
    await until_my_turn(bots, table)
    assert (await bots.service.adviser.why(table, bots.ann)).words == "I am seat 2 and down: add 1."
    seen = await bots.service._engine.table(table)
    seen.rated = True
    with pytest.raises(NotNow, match="counts for the ladder"):
        await bots.service.adviser.why(table, bots.ann)


def advised_by(monkeypatch, name):
    """The strongest of that game is another one."""
    ladder = (Level("one", "One", ""), Level(name, "The Best", "", usual=True))
    monkeypatch.setattr(tiny, "LEVELS", ladder, raising=False)


async def test_advice_is_what_the_strongest_bot_would_play_in_the_askers_place_and_why(bots, monkeypatch):
    advised_by(monkeypatch, "talker")
    table = await against(bots, "one")
    advice = await bots.service.adviser.advice(table, bots.ann)
    number = (await bots.service.watching.look(table, bots.ann)).position.number
    assert advice == Advice(1, "talker", number, "add 1", ("add", "1"), "I am seat 1 and down: add 1.")
    assert (await bots.service.watching.look(table, bots.ann)).position.number == number, "nothing has happened"


async def test_advice_is_for_whoever_is_to_move_where_aids_are_allowed_and_the_result_does_not_count(bots):
    adviser = bots.service.adviser
    table = await against(bots, "sleeper")
    with pytest.raises(Forbidden, match="do not sit"):
        await adviser.advice(table, bots.bob)
    seen = await bots.service._engine.table(table)
    seen.rated = True
    with pytest.raises(NotNow, match="the result counts"):
        await adviser.advice(table, bots.ann)
    seen.rated = False
    await bots.service.tables.move(table, bots.ann, "add 2")
    with pytest.raises(NotNow, match="when it is your turn"):
        await adviser.advice(table, bots.ann)
    await bots.service.tables.resign(table, bots.ann)
    with pytest.raises(NotNow, match="game is over"):
        await adviser.advice(table, bots.ann)
    without = Terms("tiny", {}, (SeatPlan("me"), SeatPlan("bot", "one")), aids=False)
    table = (await bots.service.tables.open(bots.ann, without)).id
    with pytest.raises(NotNow, match="it was not agreed"):
        await adviser.advice(table, bots.ann)


@pytest.mark.parametrize("bot", ["cheat", "crasher"])
async def test_who_has_no_sound_advice_gives_none(bots, monkeypatch, bot):
    advised_by(monkeypatch, bot)
    table = await against(bots, "one")
    with pytest.raises(NotNow, match="try again later"):
        await bots.service.adviser.advice(table, bots.ann)
