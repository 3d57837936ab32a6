"""Somebody's finished games: which there are, how they went, and with whom."""

from __future__ import annotations

import pytest

from play.conftest import Fold
from sheepfold.play.people.history import Sought
from sheepfold.play.terms import Access, SeatPlan, TableId, Tally, Terms, UserId

pytestmark = pytest.mark.anyio


async def ended(fold: Fold, *users: UserId, loser: UserId | None = None, **more: object) -> TableId:
    """A game of these that one of them gave up, or that was called off."""
    fold.clock.pass_by(100)
    terms = Terms("tiny", {}, (SeatPlan("me"), *[SeatPlan()] * (len(users) - 1)), **more)  # type: ignore[arg-type]
    info = await fold.service.tables.open(users[0], terms)
    invite = await fold.service.tables.invitation(info.id, users[0])
    for user in users[1:]:
        await fold.service.tables.sit(info.id, user, invite=invite)
    if loser is None:
        await fold.service.tables.abort(info.id, users[0])
    else:
        await fold.service.tables.resign(info.id, loser)
    return info.id


@pytest.fixture
async def people(fold: Fold) -> tuple[UserId, UserId, UserId]:
    """Dora, Emil and Fritz, who have accounts."""
    dora, emil, fritz = [(await fold.service.accounts.register(n, "12345678")).id for n in ("Dora", "Emil", "Fritz")]
    return dora, emil, fritz


async def test_games_come_last_first_page_by_page_with_how_they_went(fold: Fold) -> None:
    tables = [await ended(fold, fold.ann, fold.bob, loser=loser) for loser in (fold.ann, fold.bob, fold.ann)]
    first = await fold.service.history.games(fold.ann, Sought(), 2)
    assert [(game.listed.info.id, game.went) for game in first] == [(tables[2], "lost"), (tables[1], "won")]
    assert first[0].ended_at == first[1].ended_at + 100
    rest = await fold.service.history.games(fold.ann, Sought(), 2, first.next)
    assert [game.listed.info.id for game in rest] == tables[:1]
    assert rest.next is None


async def test_games_of_a_person_a_result_and_some_days(fold: Fold) -> None:
    with_bob = await ended(fold, fold.ann, fold.bob, loser=fold.ann)
    with_cyd = await ended(fold, fold.ann, fold.cyd, loser=fold.cyd)
    at = fold.clock.time

    async def found(**sought: object) -> list[TableId]:
        games = await fold.service.history.games(fold.ann, Sought(**sought), 10)  # type: ignore[arg-type]
        return [game.listed.info.id for game in games]

    assert await found() == [with_cyd, with_bob]
    assert await found(opponent=fold.bob) == [with_bob]
    assert await found(went="won") == [with_cyd]
    assert await found(went="drawn") == []
    assert await found(game="tiny", since=at) == [with_cyd]
    assert await found(until=at) == [with_bob]
    assert await found(game="other") == []


async def test_a_game_that_was_called_off_is_none(fold: Fold) -> None:
    await ended(fold, fold.ann, fold.bob)
    assert await fold.service.history.games(fold.ann, Sought(), 10) == []
    assert await fold.service.history.tally(fold.ann, Sought()) == []


async def test_others_learn_only_of_games_that_anybody_may_watch(
    fold: Fold, people: tuple[UserId, UserId, UserId]
) -> None:
    dora, emil, _ = people
    await ended(fold, dora, emil, loser=emil, access=Access.PRIVATE)
    known = await ended(fold, dora, emil, loser=dora)
    history, public = fold.service.history, Sought(public=True)
    assert [game.listed.info.id for game in await history.games(dora, public, 10)] == [known]
    assert await history.tally(dora, public) == [Tally("tiny", 0, 0, 1, 0)]
    assert await history.tally(dora, Sought()) == [Tally("tiny", 1, 0, 1, 0)]
    assert await history.opponents(dora, public, 10) == [Tally("Emil", 0, 0, 1, 0)]


async def test_with_whom_somebody_played_most(fold: Fold, people: tuple[UserId, UserId, UserId]) -> None:
    dora, emil, fritz = people
    for other, loser in ((fritz, dora), (emil, emil), (emil, dora), (fold.ann, dora)):
        await ended(fold, dora, other, loser=loser)
    assert await fold.service.history.opponents(dora, Sought(), 10) == [
        Tally("Emil", 1, 0, 1, 0),
        Tally("Fritz", 0, 0, 1, 0),
    ]
    assert await fold.service.history.opponents(dora, Sought(went="lost"), 1) == [Tally("Emil", 0, 0, 1, 0)]
