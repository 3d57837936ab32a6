"""Routes of what lets you in: where you are logged in, and the tokens of your programs."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from sheepfold.play.people.sessions import SessionInfo, Token
from sheepfold.web.api.endpoint import Call
from sheepfold.web.api.route import delete, get, post
from sheepfold.web.api.shapes import TokenId
from sheepfold.web.updates.wire import Name

TAG = "People"

SessionId: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]


class NewToken(msgspec.Struct, forbid_unknown_fields=True):
    """A key for a program: what it is for, and what it may do."""

    label: Name
    scopes: Annotated[list[Literal["read", "play", "mail"]], msgspec.Meta(min_length=1, max_length=3)]


class TokenMade(msgspec.Struct):
    """A new token; ``secret`` is shown only now."""

    token: Token
    secret: str


@get("/me/sessions", TAG, cost=2, needs="account", anonymous=False)
async def list_sessions(call: Call) -> list[SessionInfo]:
    """Where you are logged in: this browser first, then the last used."""
    return await call.site.service.credentials.sessions(call.me.user.id, call.me.session)


@delete("/me/sessions/{session}", TAG, cost=3, needs="account")
async def end_session(call: Call, session: SessionId) -> None:
    """Log out somewhere; whatever hangs on that session is closed at once."""
    await call.site.service.credentials.end_one(call.me.user.id, session, call.client)


@post("/me/sessions/end-others", TAG, cost=4, needs="account")
async def end_other_sessions(call: Call) -> None:
    """Log out everywhere but here, and revoke all tokens."""
    await call.site.service.credentials.end_others(call.me.user.id, call.me.session, call.client)


@get("/tokens", TAG, cost=2, needs="account", anonymous=False)
async def list_tokens(call: Call) -> list[Token]:
    """Your tokens, without their secrets."""
    return await call.site.service.credentials.tokens(call.me.user.id)


@post("/tokens", TAG, cost=4, needs="account", counts="tokens", status=201)
async def new_token(call: Call, body: NewToken) -> TokenMade:
    """Make a token for a program; its secret is shown only now."""
    credentials = call.site.service.credentials
    made, secret = await credentials.new_token(call.me.user.id, body.label, set(body.scopes), call.client)
    return TokenMade(made, secret)


@delete("/tokens/{token}", TAG, cost=3, needs="account")
async def revoke_token(call: Call, token: TokenId) -> None:
    """Revoke a token; whatever uses it is locked out at once."""
    await call.site.service.credentials.revoke_token(call.me.user.id, token, call.client)


ROUTES = (list_sessions, end_other_sessions, end_session, list_tokens, new_token, revoke_token)
