"""A service on each database, with the tiny game, a clock in the test's hand, and a few people."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

import pytest

import tiny
from cheap import CHEAP
from counting import counted
from patience import until
from servers import Postgres, Redis
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.terms import SeatPlan, TableId, Terms, UserId

T0 = 1_700_000_000.0


class Clock:
    """Time that passes only when a test says so, and a clock on the wall that a test can set."""

    def __init__(self) -> None:
        self.time = T0
        self.wrong_by = 0.0

    def __call__(self) -> float:
        return self.time + self.wrong_by

    def elapsed(self) -> float:
        return self.time

    def pass_by(self, seconds: float) -> None:
        self.time += seconds

    def set_by(self, seconds: float) -> None:
        """Somebody sets the clock on the wall, forward or back; no time passes."""
        self.wrong_by += seconds


@dataclass
class Fold:
    """What most tests need: the service, its clock, and Ann, Bob and Cyd."""

    service: Service
    clock: Clock
    setup: Setup
    ann: UserId
    bob: UserId
    cyd: UserId

    async def table(self, *, seats: int = 2, **more: object) -> TableId:
        """A running table of Ann, Bob and Cyd (as many as there are seats)."""
        options = {name: more.pop(name) for name in ("goal", "dice", "sealed") if name in more}
        terms = Terms("tiny", options, (SeatPlan("me"), *[SeatPlan()] * (seats - 1)), **more)  # type: ignore[arg-type]
        info = await self.service.tables.open(self.ann, terms)
        invite = await self.service.tables.invitation(info.id, self.ann)
        for user in (self.bob, self.cyd)[: seats - 1]:
            await self.service.tables.sit(info.id, user, invite=invite)
        return info.id


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the rules were asked to check, to play and to write a move."""
    found: Counter[str] = Counter()
    for name in ("check", "play", "notate"):
        monkeypatch.setattr(tiny.Tiny, name, counted(found, name, getattr(tiny.Tiny, name)))
    return found


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def make_setup(database: str, clock: Clock) -> Callable[..., Setup]:
    return partial(_setup, clock, database=database)


def _setup(clock: Clock, **more: object) -> Setup:
    fixed: dict[str, object] = {
        "tick": 0.0,
        "workers": 0,
        "bot_pace": 0.0,
        "now": clock,
        "elapsed": clock.elapsed,
        "hasher": CHEAP,
        "shelf": tiny.SHELF,
        "locate": "tiny:SHELF",
    }
    return Setup(**(fixed | more))  # type: ignore[arg-type]


@pytest.fixture
async def fold(make_setup: Callable[..., Setup], clock: Clock) -> AsyncIterator[Fold]:
    async with _fold(make_setup(), clock) as opened:
        yield opened


@pytest.fixture
async def small(new_database: Callable[[str], str], clock: Clock) -> AsyncIterator[Fold]:
    """A server on SQLite, beside which commands are given at the shell: no bus tells it of them."""
    async with _fold(_setup(clock, database=new_database("sqlite")), clock) as opened:
        yield opened


@asynccontextmanager
async def _fold(setup: Setup, clock: Clock) -> AsyncIterator[Fold]:
    async with Service.open(setup) as service:
        people = [(await service.accounts.new_guest(name)).id for name in ("Ann", "Bob", "Cyd")]
        yield Fold(service, clock, setup, *people)


# -- several servers ---------------------------------------------------------------------------


@pytest.fixture
def make(new_database: Callable[[str], str], clock: Clock) -> Callable[..., Setup]:
    """Setups of servers on one PostgreSQL."""
    fixed = {"database": new_database("postgres"), "tick": 0.0, "workers": 0, "now": clock, "shelf": tiny.SHELF}
    places = {"locate": "tiny:SHELF"}
    return lambda **more: Setup(**(fixed | places | more))


@pytest.fixture
def bus(carrier: Postgres | Redis) -> str:
    return carrier.url if isinstance(carrier, Redis) else "postgres"


@pytest.fixture
async def two(bus: str, make: Callable[..., Setup]) -> AsyncIterator[tuple[Service, Service]]:
    """Two servers that hear each other."""
    async with Service.open(make(bus=bus)) as one, Service.open(make(bus=bus)) as other:
        await until(lambda: all(service._engine.bus.alive for service in (one, other)))
        yield one, other
