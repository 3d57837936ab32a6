"""Friends are each other's favourites: they see who is here and may watch tables that allow it. Nobody else learns of
it. Whoever is challenged is told of it, and says yes or no."""

from __future__ import annotations

import pytest

from play.conftest import Fold
from sheepfold.play.errors import Forbidden, NotFound
from sheepfold.play.notices.outbox import Kind, Reason
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.terms import Access, Friend, SeatPlan, Status, TableId, Terms, UserId
from sheepfold.store.people import users

pytestmark = pytest.mark.anyio

People = tuple[UserId, UserId, UserId]


@pytest.fixture
async def people(fold: Fold) -> People:
    """Dora and Emil, who are friends, and Fritz, whose favourite is Dora."""
    dora, emil, fritz = [(await fold.service.accounts.register(n, "12345678")).id for n in ("Dora", "Emil", "Fritz")]
    for user, other in ((dora, emil), (emil, dora), (fritz, dora)):
        await fold.service.friends.like(user, other, yes=True)
    return dora, emil, fritz


async def here(fold: Fold, user: UserId) -> None:
    await fold.service.sessions.new_session(user)


async def table_of(fold: Fold, *players: UserId, access: Access) -> TableId:
    """A running table of these."""
    terms = Terms("tiny", {}, (SeatPlan("me"), *[SeatPlan()] * (len(players) - 1)), access=access)
    info = await fold.service.tables.open(players[0], terms)
    invite = await fold.service.tables.invitation(info.id, players[0])
    for player in players[1:]:
        await fold.service.tables.sit(info.id, player, invite=invite)
    return info.id


# -- who is here -------------------------------------------------------------------------------


async def test_only_friends_see_who_is_here(fold: Fold, people: People) -> None:
    dora, emil, fritz = people
    assert await fold.service.friends.around(dora) == [Friend("Emil", False)]
    await here(fold, dora)
    assert await fold.service.friends.around(emil) == [Friend("Dora", True)]
    assert await fold.service.friends.around(fritz) == [], "Dora did not choose Fritz"
    fold.clock.pass_by(700)
    assert await fold.service.friends.around(emil) == [Friend("Dora", False)]


async def test_a_friend_is_lost_by_either_side_or_with_the_account(fold: Fold, people: People) -> None:
    dora, emil, fritz = people
    await fold.service.friends.like(dora, fritz, yes=True)
    assert [friend.name for friend in await fold.service.friends.around(dora)] == ["Emil", "Fritz"]
    await fold.service.friends.like(fritz, dora, yes=False)
    assert [friend.name for friend in await fold.service.friends.around(dora)] == ["Emil"]
    await fold.service.accounts.delete(emil)
    assert await fold.service.friends.around(dora) == []


async def test_who_does_not_want_to_be_seen_is_never_here_and_plays_nowhere(fold: Fold, people: People) -> None:
    dora, emil, fritz = people
    await here(fold, dora)
    await table_of(fold, dora, fritz, access=Access.FRIENDS)
    await fold.service.friends.show(dora, visible=False)
    assert await fold.service.friends.around(emil) == [Friend("Dora", False)]
    await fold.service.friends.show(dora, visible=True)
    (friend,) = await fold.service.friends.around(emil)
    assert (friend.here, len(friend.tables)) == (True, 1)


# -- watching ----------------------------------------------------------------------------------


async def test_friends_watch_a_table_that_allows_it_and_see_what_a_spectator_sees(fold: Fold, people: People) -> None:
    dora, emil, fritz = people
    table = await table_of(fold, dora, fold.bob, access=Access.FRIENDS)
    invite = await fold.service.tables.invitation(table, dora)
    watched = await fold.service.watching.look(table, emil, since=0)
    assert watched == await fold.service.watching.look(table, fold.cyd, invite, since=0)
    assert watched.position.seat is None
    for stranger in (fritz, fold.cyd, None):
        with pytest.raises(NotFound) as refused:
            await fold.service.watching.look(table, stranger)
        with pytest.raises(NotFound) as missing:
            await fold.service.watching.look("aaaaaaaaaaa", stranger)
        assert str(refused.value) == str(missing.value)
    (friend,) = await fold.service.friends.around(emil)
    assert [listed.info.id for listed in friend.tables] == [table]
    assert await fold.service.lists.lobby(status=Status.RUNNING) == []
    assert await fold.service.lists.of_user(dora, public=True) == []


async def test_who_is_a_friend_no_more_watches_no_more(fold: Fold, people: People) -> None:
    dora, emil, _ = people
    table = await table_of(fold, dora, fold.bob, access=Access.FRIENDS)
    watching = fold.service.watching.watch(table, emil)
    await anext(watching)
    await fold.service.friends.like(dora, emil, yes=False)
    await fold.service.tables.move(table, dora, "add 1")
    with pytest.raises(NotFound):
        await anext(watching)


async def test_a_private_table_stays_private_and_friends_need_the_invitation_to_sit(fold: Fold, people: People) -> None:
    dora, emil, _ = people
    private = await table_of(fold, dora, fold.bob, access=Access.PRIVATE)
    with pytest.raises(NotFound):
        await fold.service.watching.look(private, emil)
    waiting = Terms("tiny", {}, (SeatPlan("me"), SeatPlan()), access=Access.FRIENDS)
    table = (await fold.service.tables.open(dora, waiting)).id
    with pytest.raises(Forbidden, match="invitation"):
        await fold.service.tables.sit(table, emil)
    with pytest.raises(NotFound):
        await fold.service.tables.sit(table, fold.cyd)


# -- challenges --------------------------------------------------------------------------------


async def challenge(fold: Fold, by: UserId, *names: str) -> TableId:
    terms = Terms("tiny", {}, (SeatPlan("me"), *(SeatPlan("user", name) for name in names)), access=Access.INVITED)
    return (await fold.service.tables.open(by, terms)).id


async def test_a_challenge_waits_until_it_is_answered(fold: Fold, people: People) -> None:
    dora, emil, fritz = people
    first, second = await challenge(fold, dora, "Emil"), await challenge(fold, fold.ann, "Emil")
    found = await fold.service.challenges.waiting(emil)
    assert {(each.table, each.by) for each in found} == {(first, "Dora"), (second, "Ann (guest)")}
    assert await fold.service.challenges.waiting(dora) == await fold.service.challenges.waiting(fritz) == []
    await fold.service.tables.sit(first, emil)
    await fold.service.tables.leave(second, emil)
    assert await fold.service.challenges.waiting(emil) == []
    assert (await fold.service.tables.info(first)).status is Status.RUNNING
    turned_down = await fold.service.watching.look(second, fold.ann, since=0)
    assert [sentence for seen in turned_down.events for sentence in seen.sentences][-2:] == [
        "Emil does not want to play.",
        "Emil called the game off before the first move.",
    ]
    assert turned_down.position.outcome is not None


async def test_who_turns_down_a_table_of_several_leaves_the_seat_to_others(fold: Fold, people: People) -> None:
    dora, emil, _ = people
    table = await challenge(fold, dora, "Emil", "Fritz")
    await fold.service.tables.leave(table, emil)
    await fold.service.tables.leave(table, emil)
    info = await fold.service.tables.info(table, dora)
    assert info.status is Status.WAITING
    assert [seat.name for seat in info.seats] == ["Dora", "", "Fritz"]
    assert await fold.service.challenges.waiting(emil) == []
    fold.service._engine.forget(table)
    assert (await fold.service.tables.info(table, dora)).seats == info.seats


async def test_who_takes_no_challenges_is_not_challenged(fold: Fold, people: People) -> None:
    dora, emil, _ = people
    await fold.service.challenges.set_limit(emil, "tiny", 0)
    with pytest.raises(Forbidden, match="Emil takes no challenges"):
        await challenge(fold, dora, "Emil")


async def test_who_is_challenged_by_an_account_is_mailed_once(fold: Fold, people: People) -> None:
    dora, emil, _ = people
    confirmed = {"mail": "emil@example.org", "mail_key": "emil@example.org", "mail_confirmed": True}
    await fold.service._engine.write(lambda tx: users.change(tx, emil, confirmed))  # type: ignore[arg-type]
    await challenge(fold, fold.ann, "Emil")
    assert await fold.service.outbox.rows() == [], "a guest has nobody mailed"
    table = await challenge(fold, dora, "Emil")
    (row,) = await fold.service.outbox.rows()
    assert (row.kind, row.user, row.table, row.reason) == (Kind.TABLE, emil, table, Reason.INVITED)


async def test_a_setting_lasts(make_setup, fold: Fold, people: People) -> None:
    dora, *_ = people
    await fold.service.friends.show(dora, visible=False)
    setup: Setup = make_setup()
    async with Service.open(setup) as other:
        assert not (await other.accounts.user(dora)).visible
