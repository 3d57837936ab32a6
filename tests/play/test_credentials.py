"""Sessions of browsers and tokens of programs: made, found again, ended."""

from __future__ import annotations

import pytest

from sheepfold.play.errors import BadRequest, NotFound, TooMany
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
    for label, wanted in (("", ["play"]), ("bot", []), ("bot", ["everything"])):
        with pytest.raises(BadRequest):
            await credentials.new_token(fold.ann, label, wanted)


async def test_tokens_are_few(fold):
    for n in range(20):
        await fold.service.credentials.new_token(fold.ann, f"bot {n}", ["play"])
    with pytest.raises(TooMany):
        await fold.service.credentials.new_token(fold.ann, "one more", ["play"])
