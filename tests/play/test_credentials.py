"""Sessions of browsers and tokens of programs: made, found again, ended."""

from __future__ import annotations

import asyncio

import pytest

from patience import PATIENCE
from sheepfold.play.errors import BadRequest, Forbidden, NotFound, TooMany
from sheepfold.play.people.sessions import MOST_SESSIONS
from sheepfold.play.people.users import ClientInfo
from sheepfold.play.terms import DAY

pytestmark = pytest.mark.anyio


async def test_sessions_end(fold):
    credentials = fold.service.sessions
    secret, other = await credentials.new_session(fold.ann, days=1), await credentials.new_session(fold.ann)
    session = await credentials.session(secret)
    assert session.user.id == fold.ann
    fold.clock.pass_by(2 * DAY)
    assert await credentials.session(secret) is None
    await credentials.end_session(other)
    assert await credentials.session(other) is None
    assert await credentials.session("forged\ud800") is None


async def test_tokens_have_scopes_and_can_be_revoked(fold):
    credentials = fold.service.sessions
    token, secret = await credentials.new_token(fold.ann, "my bot", ["play", "read"])
    user, scopes = await credentials.token(secret)
    assert (user.id, scopes) == (fold.ann, ("read", "play"))
    assert (await credentials.tokens(fold.ann))[0].used_at == fold.clock()
    with pytest.raises(NotFound):
        await credentials.revoke_token(fold.bob, token.id)
    await credentials.revoke_token(fold.ann, token.id)
    assert await credentials.token(secret) is None
    for label, wanted in (("", ["play"]), ("b\u202eot", ["play"]), ("bot", []), ("bot", ["everything"])):
        with pytest.raises(BadRequest):
            await credentials.new_token(fold.ann, label, wanted)


async def test_tokens_are_few(fold):
    for n in range(20):
        await fold.service.sessions.new_token(fold.ann, f"bot {n}", ["play"])
    with pytest.raises(TooMany):
        await fold.service.sessions.new_token(fold.ann, "one more", ["play"])


FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"


async def test_sessions_say_when_and_from_where_they_were_used(fold):
    credentials = fold.service.sessions
    secret = await credentials.new_session(fold.ann, ClientInfo("192.0.2.7", FIREFOX))
    fold.clock.pass_by(3600)
    other = await credentials.new_session(fold.ann, ClientInfo("192.0.2.8", "curl/8"))
    older, newer = await credentials.sessions(fold.ann, secret)
    assert (newer.program, newer.address, newer.current) == ("curl", "192.0.2.8", False)
    assert (older.program, older.address, older.current) == ("Firefox on Linux", "192.0.2.7", True)
    assert newer.created_at - older.created_at == 3600
    assert secret not in str(older)
    assert other not in str(newer)


async def test_it_is_noted_only_roughly_when_something_was_used(fold):
    credentials = fold.service.sessions
    secret = await credentials.new_session(fold.ann, ClientInfo("192.0.2.7"))
    _, key = await credentials.new_token(fold.ann, "my bot", ["play"], ClientInfo("192.0.2.7", FIREFOX))
    await credentials.token(key, ClientInfo("192.0.2.8", "bot/1"))
    began = fold.clock()
    for minutes, noted in ((9, began), (2, began + 660)):
        fold.clock.pass_by(60 * minutes)
        await credentials.session(secret, ClientInfo("2001:db8::1"))
        await credentials.token(key, ClientInfo("2001:db8::1", "bot/2"))
        (session,), (kept,) = await credentials.sessions(fold.ann), await credentials.tokens(fold.ann)
        assert session.used_at == kept.used_at == noted
    assert (session.address, kept.address, kept.program) == ("2001:db8::1", "2001:db8::1", "bot")


async def test_one_session_can_be_ended_by_its_owner(fold):
    credentials = fold.service.sessions
    here, there = await credentials.new_session(fold.ann), await credentials.new_session(fold.ann)
    (found,) = [session for session in await credentials.sessions(fold.ann, here) if not session.current]
    for wrong in (lambda: credentials.end_one(fold.bob, found.id), lambda: credentials.end_one(fold.ann, "")):
        with pytest.raises(NotFound):
            await wrong()
    await credentials.end_one(fold.ann, found.id)
    assert await credentials.session(there) is None
    assert await credentials.session(here) is not None


async def test_all_others_can_be_ended_at_once(fold):
    credentials = fold.service.sessions
    here, there = await credentials.new_session(fold.ann), await credentials.new_session(fold.ann)
    _, token = await credentials.new_token(fold.ann, "my bot", ["play"])
    bobs = await credentials.new_session(fold.bob)
    await credentials.end_others(fold.ann, here)
    assert await credentials.session(there) is None
    assert await credentials.token(token) is None
    assert await credentials.session(here) is not None
    assert await credentials.session(bobs) is not None


async def test_sessions_are_few_and_the_longest_unused_goes(fold):
    credentials = fold.service.sessions
    secrets = []
    for _ in range(MOST_SESSIONS + 1):
        secrets.append(await credentials.new_session(fold.ann))
        fold.clock.pass_by(1)
    assert len(await credentials.sessions(fold.ann)) == MOST_SESSIONS
    assert await credentials.session(secrets[0]) is None
    assert await credentials.session(secrets[1]) is not None


# -- what ends them ----------------------------------------------------------------------------


async def test_signing_up_ends_every_session_and_token_of_the_guest(fold):
    credentials = fold.service.sessions
    session = await credentials.new_session(fold.ann)
    _, token = await credentials.new_token(fold.ann, "made on arrival", ["play"])
    await fold.service.accounts.register("Annabel", "correct horse", guest=fold.ann)
    assert await credentials.session(session) is None
    assert await credentials.token(token) is None


async def test_a_new_password_ends_every_session_and_token(fold):
    accounts, credentials = fold.service.accounts, fold.service.sessions
    dora = await accounts.register("Dora", "12345678")
    session = await credentials.new_session(dora.id)
    _, token = await credentials.new_token(dora.id, "my bot", ["play"])
    with pytest.raises(Forbidden):
        await accounts.change_password(dora.id, "wrong", "abcdefgh")
    assert await credentials.token(token) is not None
    await accounts.change_password(dora.id, "12345678", "abcdefgh")
    assert await credentials.session(session) is None
    assert await credentials.token(token) is None


async def test_who_waits_for_an_ending_hears_of_it(fold):
    credentials, revocations = fold.service.sessions, fold.service.revocations
    session = await credentials.new_session(fold.ann)
    with revocations.of(fold.ann) as revoked, revocations.of(fold.bob) as others:
        await credentials.end_session(session)
        await asyncio.wait_for(revoked.wait(), PATIENCE)
        assert not others.is_set()
