"""The trail: who did what, when and from where; never a secret, and not for ever."""

from __future__ import annotations

import pytest

from sheepfold.play.errors import BadRequest, Forbidden, NotNow
from sheepfold.play.people.users import ClientInfo
from sheepfold.play.service import Service
from sheepfold.play.terms import DAY, SeatPlan, Terms

pytestmark = pytest.mark.anyio

HERE = ClientInfo("192.0.2.7", "curl/8")
PASSWORD = "correct horse"


async def acts(fold, **which) -> list[tuple[int | None, str, str]]:
    """The trail in the order in which things happened."""
    found = await fold.service.moderation.audit_log(**which)
    return [(trace.user, trace.act, trace.about) for trace in reversed(found)]


async def test_what_people_do_to_their_accounts_is_kept(fold):
    accounts, credentials = fold.service.accounts, fold.service.sessions
    dora = (await accounts.register("Dora", PASSWORD, client=HERE)).id
    await accounts.log_in("dora", PASSWORD, HERE)
    session, other = await credentials.new_session(dora, HERE), await credentials.new_session(dora, HERE)
    token, _ = await credentials.new_token(dora, "my bot", ["play"], HERE)
    await credentials.revoke_token(dora, token.id, HERE)
    (found,) = [each for each in await credentials.sessions(dora, session) if not each.current]
    await credentials.end_one(dora, found.id, HERE)
    await credentials.end_others(dora, session, HERE)
    await credentials.end_session(session, HERE)
    await credentials.end_session(other, HERE)
    await accounts.change_password(dora, PASSWORD, "another horse", HERE)
    assert await acts(fold) == [
        (dora, "signed up", ""),
        (dora, "logged in", ""),
        (dora, "made a token", str(token.id)),
        (dora, "revoked a token", str(token.id)),
        (dora, "ended a session", ""),
        (dora, "ended all other sessions and tokens", ""),
        (dora, "logged out", ""),
        (dora, "got a new password", ""),
    ]
    assert {trace.address for trace in await fold.service.moderation.audit_log()} == {"192.0.2.7"}


async def test_a_login_that_fails_is_kept_without_what_was_typed(fold):
    dora = (await fold.service.accounts.register("Dora", PASSWORD)).id
    for name, password in (("dora", "hunter2hunter2"), ("hunter3hunter3", PASSWORD)):
        with pytest.raises(Forbidden):
            await fold.service.accounts.log_in(name, password, HERE)
    assert (await acts(fold))[1:] == [(dora, "was refused a login", ""), (None, "was refused a login", "")]
    assert "hunter" not in "\n".join(await fold.service.admin.export_all())


async def test_what_fails_leaves_no_trace(fold):
    await fold.service.accounts.register("Dora", PASSWORD)
    with pytest.raises(NotNow):
        await fold.service.accounts.register("Dora", PASSWORD)
    assert len(await acts(fold)) == 1


async def test_tables_opened_and_the_acts_of_the_host_are_kept(fold):
    terms = Terms("tiny", {}, (SeatPlan("me"), SeatPlan()))
    table = (await fold.service.tables.open(fold.ann, terms, "key", HERE)).id
    await fold.service.tables.open(fold.ann, terms, "key", HERE)
    await fold.service.moderation.close_user(fold.bob)
    await fold.service.moderation.close_user(fold.bob, closed=False)
    await fold.service.admin.close_table(table)
    await fold.service.admin.close_table(table)
    assert await acts(fold) == [
        (fold.ann, "opened a table", table),
        (fold.bob, "was shut out", ""),
        (fold.bob, "was let in again", ""),
        (None, "closed a table", table),
    ]
    assert [trace.host for trace in await fold.service.moderation.audit_log()] == [True, True, True, False]


async def test_the_trail_can_be_asked_for_somebody_or_some_days(fold):
    await fold.service.moderation.close_user(fold.ann)
    fold.clock.pass_by(2 * DAY)
    await fold.service.moderation.close_user(fold.bob)
    assert [user for user, _, _ in await acts(fold, user=fold.ann)] == [fold.ann]
    assert [user for user, _, _ in await acts(fold, days=1)] == [fold.bob]
    first = await fold.service.moderation.audit_log(limit=1)
    (second,) = await fold.service.moderation.audit_log(limit=1, cursor=first.next)
    assert (first[0].user, second.user) == (fold.bob, fold.ann)
    with pytest.raises(BadRequest):
        await fold.service.moderation.audit_log(cursor="nonsense")


async def test_what_is_old_is_forgotten(fold):
    await fold.service.moderation.close_user(fold.ann)
    fold.clock.pass_by(29 * DAY)
    await fold.service.moderation.close_user(fold.bob)
    fold.clock.pass_by(2 * DAY)
    await fold.service.ticker.clean()
    assert [user for user, _, _ in await acts(fold)] == [fold.bob]


async def test_a_host_may_keep_no_trail(make_setup):
    async with Service.open(make_setup(audit_log_days=0)) as service:
        await service.accounts.register("Dora", PASSWORD)
        assert await service.moderation.audit_log() == []


async def test_who_deletes_the_account_leaves_no_trail_but_that(fold):
    dora = (await fold.service.accounts.register("Dora", PASSWORD, client=HERE)).id
    await fold.service.accounts.delete(dora)
    (trace,) = await fold.service.moderation.audit_log()
    assert (trace.user, trace.act, trace.address, trace.name) == (dora, "deleted the account", "", "Somebody")
