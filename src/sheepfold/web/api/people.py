"""Routes of people: guests, accounts, logging in and out, sessions and tokens, profiles."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from sheepfold.play.errors import Forbidden
from sheepfold.play.people.history import Sought
from sheepfold.play.people.sessions import SessionInfo, Token
from sheepfold.play.people.users import User
from sheepfold.play.terms import Challenge, Friend, Listed, PastGame, Rating, RatingStep, Rest, Status, Tally, UserId
from sheepfold.web.admission import PASSWORD, own_password
from sheepfold.web.admission import log_in as checked_login
from sheepfold.web.api.endpoint import Call, delete, get, post, put
from sheepfold.web.api.shapes import PRINTABLE, Most, Name, OfOne, OfPast, PastPage, Steps, TokenId

TAG = "People"

Password = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Mail = Annotated[str, msgspec.Meta(min_length=3, max_length=254, pattern=PRINTABLE)]


class NewGuest(msgspec.Struct, forbid_unknown_fields=True):
    """A guest, under a name of choice or a pleasant one. ``program`` asks for a token instead of a cookie."""

    name: Annotated[str, msgspec.Meta(max_length=24, pattern=PRINTABLE)] = ""
    program: bool = False


class NewAccount(msgspec.Struct, forbid_unknown_fields=True):
    """A new account. Who is a guest at that moment becomes it and keeps all games."""

    name: Name
    password: Password
    mail: Mail | None = None


class Login(msgspec.Struct, forbid_unknown_fields=True):
    """Name (or mail address) and password."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=254, pattern=PRINTABLE)]
    password: Password


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """The old password and the new one; all other sessions and all tokens end."""

    old: Password
    new: Password


class NewMail(msgspec.Struct, forbid_unknown_fields=True):
    """A mail address, or null for none."""

    mail: Mail | None


class Agreement(msgspec.Struct, forbid_unknown_fields=True):
    """Yes or no."""

    agreed: bool


class Vacation(msgspec.Struct, forbid_unknown_fields=True):
    """For how many days your day clocks stop; 0 ends it."""

    days: Annotated[int, msgspec.Meta(ge=0, le=30)]


class Visible(msgspec.Struct, forbid_unknown_fields=True):
    """Whether you may be seen."""

    visible: bool


class Farewell(msgspec.Struct, forbid_unknown_fields=True):
    """Your password once more; a guest has none."""

    password: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Me(msgspec.Struct):
    """You. ``csrf`` goes into the header X-CSRF-Token of every change that a browser makes."""

    user: User
    scopes: list[str]
    csrf: str | None


class Arrival(msgspec.Struct):
    """You, now known. ``token`` is there when a program asked for one; it is shown only now."""

    me: Me
    token: str | None


class Profile(msgspec.Struct):
    """What everybody may know of somebody."""

    name: str
    since: float
    ratings: list[Rating]
    tables: list[Listed]


class VacationUntil(msgspec.Struct):
    """When the vacation ends."""

    until: float


@post("/guests", TAG, cost=6, needs="", anonymous=True, status=201)
async def new_guest(call: Call, body: NewGuest) -> Arrival:
    """Play at once, as a guest.

    A browser gets a cookie; a program that asks for it gets a token that may read and play.
    """
    await call.count("guests")
    user = await call.service.accounts.new_guest(body.name)
    return await _arrive(call, user, body.program)


@post("/accounts", TAG, cost=PASSWORD, needs="", anonymous=True, status=201)
async def sign_up(call: Call, body: NewAccount) -> Arrival:
    """Make an account, or turn the guest that you are into one.

    The guest's seats and games stay; its sessions and tokens end, and the answer signs you in anew.
    """
    await call.count("sign-up")
    if body.mail:
        await call.count("mail")
    caller = call.caller if call.caller is not None and call.caller.user.guest else None
    if caller is not None:
        caller.check("play")
    guest = None if caller is None else caller.id
    user = await call.service.accounts.register(body.name, body.password, body.mail, guest, call.client)
    return await _arrive(call, user, program=caller is not None and caller.csrf is None)


@post("/session", TAG, cost=PASSWORD, needs="", anonymous=True)
async def log_in(call: Call, body: Login) -> Arrival:
    """Sign in with name and password; the session is kept in a cookie."""
    user = await checked_login(call.site, call.request, body.name, body.password)
    return await _arrive(call, user, program=False)


@delete("/session", TAG, cost=3, needs="account")
async def log_out(call: Call) -> None:
    """Sign out of this browser."""
    await call.service.sessions.end_session(call.me.session, call.client)
    call.new_session = ""


@get("/me", TAG, cost=1, anonymous=False)
async def show_me(call: Call) -> Me:
    """Who you are here."""
    return _me(call)


@put("/me/password", TAG, cost=2 * PASSWORD, needs="account")
async def change_password(call: Call, body: NewPassword) -> Arrival:
    """Change your password; all sessions and tokens end, and this browser gets a new session."""
    change, me = call.service.accounts.change_password, call.me
    await own_password(call.site, me, lambda: change(me.user.id, body.old, body.new, call.client))
    return await _arrive(call, me.user, program=False)


@put("/me/mail", TAG, cost=4, needs="account")
async def change_mail(call: Call, body: NewMail) -> None:
    """Set or remove your mail address."""
    await call.count("mail")
    await call.service.accounts.change_mail(call.me.id, body.mail)


@put("/me/research", TAG, cost=5, needs="account")
async def agree_to_research(call: Call, body: Agreement) -> None:
    """Say whether your finished games may be exported for research, without your name."""
    await call.service.accounts.share_games(call.me.id, body.agreed)


@get("/me/vacation", TAG, cost=2, needs="account", anonymous=False)
async def show_vacation(call: Call) -> Rest:
    """How much vacation you have left this year."""
    return await call.service.vacations.of(call.me.id)


@put("/me/vacation", TAG, cost=10, needs="account")
async def go_on_vacation(call: Call, body: Vacation) -> VacationUntil:
    """Stop your day clocks for some days, 30 in a year."""
    return VacationUntil(await call.service.vacations.take(call.me.id, body.days))


@get("/me/data", TAG, cost=60, needs="account", anonymous=False)
async def take_data(call: Call) -> dict[str, Any]:
    """Everything that is held about you.

    Your account, sessions, tokens without their secrets, tables with what your seat was told and the records of
    finished games, what you said, notes, ratings, and what the host's trail has of you.
    """
    await call.count("data")
    return await call.service.history.own_data(call.me.id)


@post("/me/delete", TAG, cost=PASSWORD, needs="account")
async def delete_me(call: Call, body: Farewell) -> None:
    """Delete your account for good.

    Running games are resigned; finished games stay for the others, without your name.
    """
    accounts, me = call.service.accounts, call.me
    if not me.user.guest:
        await own_password(call.site, me, lambda: accounts.verify(me.user.name, body.password))
    await accounts.delete(me.user.id)
    call.new_session = ""


@get("/me/friends", TAG, cost=8, needs="account", anonymous=False)
async def list_friends(call: Call) -> list[Friend]:
    """Your friends, who are your favourites as you are theirs: who is here now, and their tables that you may watch."""
    return await call.service.friends.around(call.me.id)


@put("/me/visible", TAG, cost=4, needs="account")
async def be_visible(call: Call, body: Visible) -> None:
    """Whether friends may see that you are here, and where you play."""
    await call.service.friends.show(call.me.id, visible=body.visible)


@get("/me/favourites", TAG, cost=4, needs="account", anonymous=False)
async def list_favourites(call: Call) -> list[str]:
    """Your favourites by name; nobody else learns of them, but who has you as theirs."""
    return list((await call.service.friends.of(call.me.id)).favourites)


@put("/me/favourites/{name}", TAG, cost=5, needs="account")
async def add_favourite(call: Call, name: Name) -> None:
    """Somebody is your favourite from now on."""
    await _like(call, name, yes=True)


@delete("/me/favourites/{name}", TAG, cost=5, needs="account")
async def drop_favourite(call: Call, name: Name) -> None:
    """Somebody is your favourite no more."""
    await _like(call, name, yes=False)


async def _like(call: Call, name: str, *, yes: bool) -> None:
    if call.me.user.guest:
        raise Forbidden("Only an account keeps favourites: sign up first.")
    person = await call.service.accounts.user_named(name)
    await call.service.friends.like(call.me.id, person.id, yes=yes)


@get("/me/challenges", TAG, cost=2, anonymous=False)
async def list_challenges(call: Call) -> list[Challenge]:
    """Tables of others where a seat is kept for you; sit down there, or leave it to turn it down."""
    return await call.service.challenges.waiting(call.me.id)


@get("/users/{name}", TAG, cost=8)
async def show_profile(call: Call, name: Name) -> Profile:
    """Somebody's public side: ratings, and the first of the tables that anybody may watch."""
    service = call.service
    user = await service.accounts.user_named(name)
    return Profile(
        name=user.name,
        since=user.created_at,
        ratings=await service.ratings.ladder(user=user.id),
        tables=await service.lists.of_user(user.id, public=True, guided=False),
    )


@get("/users/{name}/tables", TAG, cost=8)
async def list_tables_of(call: Call, name: Name, query: OfOne) -> list[Listed]:
    """Tables of somebody that anybody may watch: by the last move, finished ones last."""
    service = call.service
    user, status = await service.accounts.user_named(name), None if query.status is None else Status(query.status)
    return await service.lists.of_user(user.id, status, query.limit, query.cursor, public=True, guided=False)


@get("/users/{name}/games", TAG, cost=8)
async def list_games_of(call: Call, name: Name, query: PastPage) -> list[PastGame]:
    """Somebody's finished games, the last to end first: all of your own, of others those that anybody may watch."""
    user, sought = await _asked_for(call, name, query)
    return await call.service.history.games(user, sought, query.limit, query.cursor)


@get("/users/{name}/results", TAG, cost=8)
async def tally_games_of(call: Call, name: Name, query: OfPast) -> list[Tally]:
    """How somebody's finished games went, for each game."""
    return await call.service.history.tally(*await _asked_for(call, name, query))


@get("/users/{name}/opponents", TAG, cost=8)
async def tally_opponents_of(call: Call, name: Name, query: Most) -> list[Tally]:
    """How somebody's finished games with each person went, those of the most games first."""
    return await call.service.history.opponents(*await _asked_for(call, name, query), query.limit)


async def _asked_for(call: Call, name: str, query: OfPast) -> tuple[UserId, Sought]:
    accounts = call.service.accounts
    user = (await accounts.user_named(name)).id
    other = None if query.opponent is None else (await accounts.user_named(query.opponent)).id
    return user, Sought(user != call.user_id, query.game, other, query.result, query.since, query.until)


@get("/users/{name}/ratings", TAG, cost=4)
async def list_rating_steps(call: Call, name: Name, query: Steps) -> list[RatingStep]:
    """Somebody's ratings after the last games that counted, oldest first; the next page holds those before."""
    service = call.service
    return await service.ratings.history((await service.accounts.user_named(name)).id, query.limit, query.cursor)


async def _arrive(call: Call, user: User, program: bool) -> Arrival:
    if program:
        _, secret = await call.service.sessions.new_token(user.id, "made on arrival", ("read", "play"), call.client)
        return Arrival(Me(user, ["play", "read"], None), secret)
    found = await call.begin_session(user)
    return Arrival(Me(user, ["account", "play", "read"], found.csrf), None)


def _me(call: Call) -> Me:
    """A program that only plays has no use for the mail address, and may be in other hands."""
    user = call.me.user if "account" in call.me.scopes else replace(call.me.user, mail=None)
    return Me(user, sorted(call.me.scopes), call.me.csrf)


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
    return await call.service.sessions.sessions(call.me.id, call.me.session)


@post("/me/sessions/end-others", TAG, cost=4, needs="account")
async def end_other_sessions(call: Call) -> None:
    """Log out everywhere but here, and revoke all tokens."""
    await call.service.sessions.end_others(call.me.id, call.me.session, call.client)


@delete("/me/sessions/{session}", TAG, cost=3, needs="account")
async def end_session(call: Call, session: SessionId) -> None:
    """Log out somewhere; whatever hangs on that session is closed at once."""
    await call.service.sessions.end_one(call.me.id, session, call.client)


@get("/tokens", TAG, cost=2, needs="account", anonymous=False)
async def list_tokens(call: Call) -> list[Token]:
    """Your tokens, without their secrets."""
    return await call.service.sessions.tokens(call.me.id)


@post("/tokens", TAG, cost=4, needs="account", counts="tokens", status=201)
async def new_token(call: Call, body: NewToken) -> TokenMade:
    """Make a token for a program; its secret is shown only now."""
    credentials = call.service.sessions
    made, secret = await credentials.new_token(call.me.id, body.label, set(body.scopes), call.client)
    return TokenMade(made, secret)


@delete("/tokens/{token}", TAG, cost=3, needs="account")
async def revoke_token(call: Call, token: TokenId) -> None:
    """Revoke a token; whatever uses it is locked out at once."""
    await call.service.sessions.revoke_token(call.me.id, token, call.client)
