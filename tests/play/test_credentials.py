"""Sessions of browsers and tokens of programs: made, found again, ended."""

from __future__ import annotations

import asyncio

import pytest

from patience import PATIENCE
from sheepfold.play.errors import BadRequest, Forbidden, NotFound, TooMany
from sheepfold.play.terms import DAY

pytestmark = pytest.mark.anyio


async def test_sessions_end(fold):
    credentials = fold.service.credentials
    secret, other = await credentials.new_session(fold.ann, days=1), await credentials.new_session(fold.ann)
    session = await credentials.session(secret)
    assert session.user.id == fold.ann
    fold.clock.pass_by(2 * DAY)
    assert await credentials.session(secret) is None
    await credentials.end_session(other)
    assert await credentials.session(other) is None
    assert await credentials.session("forged\ud800") is None


async def test_tokens_have_scopes_and_can_be_revoked(fold):
    credentials = fold.service.credentials
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
        await fold.service.credentials.new_token(fold.ann, f"bot {n}", ["play"])
    with pytest.raises(TooMany):
        await fold.service.credentials.new_token(fold.ann, "one more", ["play"])


# -- what ends them ----------------------------------------------------------------------------


async def test_signing_up_ends_every_session_and_token_of_the_guest(fold):
    credentials = fold.service.credentials
    session = await credentials.new_session(fold.ann)
    _, token = await credentials.new_token(fold.ann, "made on arrival", ["play"])
    await fold.service.accounts.register("Annabel", "correct horse", guest=fold.ann)
    assert await credentials.session(session) is None
    assert await credentials.token(token) is None


async def test_a_new_password_ends_every_session_and_token(fold):
    accounts, credentials = fold.service.accounts, fold.service.credentials
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
    credentials = fold.service.credentials
    session = await credentials.new_session(fold.ann)
    waiting = asyncio.create_task(credentials.farewell(fold.ann, credentials.farewells(fold.ann)))
    others = asyncio.create_task(credentials.farewell(fold.bob, credentials.farewells(fold.bob)))
    await credentials.end_session(session)
    await asyncio.wait_for(waiting, PATIENCE)
    assert not others.done()
    others.cancel()
