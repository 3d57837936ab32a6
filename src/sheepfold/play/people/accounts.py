"""People: guests and accounts, their names, passwords and mail addresses, and their end.

Passwords are hashed by argon2 in a small thread pool of their own, so that logins never hold up the game.
"""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Final, TypeVar
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error

from sheepfold.core.words.prose import nearest, shown
from sheepfold.play.engine import Engine
from sheepfold.play.errors import FieldError, Forbidden, NotNow, TooMany
from sheepfold.play.host.audit_log import Act
from sheepfold.play.notices import addresses
from sheepfold.play.people import users as names
from sheepfold.play.people.users import NOWHERE, ClientInfo, Names, User, name_key, user_from
from sheepfold.play.tables import lists, moves, repository, seating
from sheepfold.play.terms import SeatPlan, Status, UserId
from sheepfold.store import Transaction, Values, race, tables
from sheepfold.store.host import forget_audit_of
from sheepfold.store.notices import mail_wishes
from sheepfold.store.people import users
from sheepfold.store.people.users import UserRow
from sheepfold.store.tables import lists as stored

T = TypeVar("T")

DECOY: Final = "$argon2id$v=19$m={},t={},p={}$c2hlZXBmb2xkZGVjb3kwMQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
"""The hash that a password is compared with when nobody has that name: it takes as long, and never matches."""
HASHERS: Final = 2
MOST_WAITING: Final = 64
"""Passwords that wait for one of them: some five seconds' work."""
NICE: Final = 10


class Passwords:
    """Makes and checks hashes, at most two at a time, off the event loop."""

    def __init__(self, hasher: PasswordHasher) -> None:
        self._hasher = hasher
        self._decoy = DECOY.format(hasher.memory_cost, hasher.time_cost, hasher.parallelism)
        self._waiting = 0
        self._threads = ThreadPoolExecutor(HASHERS, "passwords", initializer=_yield_to_games)

    def close(self) -> None:
        self._threads.shutdown(wait=False)

    async def hashed(self, password: str) -> str:
        """What is stored of a new password. Raises BadRequest, TooMany."""
        if not 8 <= len(password) <= 200:
            raise FieldError("password", "A password has 8 to 200 characters.")
        return await self._run(self._hasher.hash, password)

    async def matches(self, hashed: str | None, password: str) -> bool:
        """Whether it is the password behind the hash; None is nobody's, and takes as long. Raises TooMany."""
        return await self._run(self._matches, hashed or self._decoy, password) and hashed is not None

    def _matches(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except Argon2Error:
            return False

    async def _run(self, work: Callable[..., T], *given: str) -> T:
        if self._waiting >= MOST_WAITING:
            raise TooMany("Many people log in just now: try again in a moment.")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)
        finally:
            self._waiting -= 1


def _yield_to_games() -> None:
    """A flood of logins must not take the processors from the games; on Linux a single thread can be nice."""
    if sys.platform == "linux":
        os.nice(NICE)


# -- accounts --------------------------------------------------------------------------------------


MAIL: Final = re.compile(r"[^\s@<>,;:\"]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,8}")
LONGEST_MAIL: Final = 254
"""Characters of a mail address (RFC 5321)."""
MOST_ALIKE: Final = 100
"""Names that are compared with one that is nobody's."""
FRIENDLY: Final = ("Ram", "Ewe", "Shearer", "Wanderer", "Weaver", "Spinner", "Carder", "Piper")


class LoginFailed(Forbidden):
    """A login that failed; ``user`` is whose name was given, for the audit log alone: no answer may depend on it."""

    def __init__(self, sentence: str, user: UserId | None) -> None:
        super().__init__(sentence)
        self.user = user


class Accounts:
    """Every operation on people; HTTP, cookies and rate limits are the doors' business."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._passwords = Passwords(engine.setup.hasher)
        self._names = Names(engine.setup.shelf)
        self.plain_addresses = False
        """Whether the relay is known to take no other letters than a to z in an address."""

    def close(self) -> None:
        self._passwords.close()

    async def new_guest(self, name: str = "") -> User:
        """A guest, called ``name`` or something pleasant. Names need not be unique among guests, but no account's.

        Raises BadRequest, NotNow (taken by an account, or too much like one).
        """
        called = await self._called(name) if name.strip() else ""
        now = self._engine.now
        return user_from(await self._engine.write(lambda tx: _arrived(tx, called, now)))

    async def register(
        self,
        name: str,
        password: str,
        mail: str | None = None,
        guest: UserId | None = None,
        client: ClientInfo = NOWHERE,
        further: Sequence[str] = (),
    ) -> User:
        """A new account; ``guest`` becomes it and keeps its id, seats and games, but no session and no token:
        whoever has one of them, or has put it into this browser, would be in the account too. ``further``: addresses
        that get the same mail as the first.

        Raises BadRequest (name, as in ``names``; password: 8 to 200 characters; mail), NotNow (the name is taken, or
        looks like one that is; the mail address is; the guest is registered already).
        """
        name, mail = await self._called(name), _checked_mail(mail, plain=self.plain_addresses)
        values: Values = {
            "name": name,
            "name_key": name_key(name),
            "mail": mail,
            "mail_key": mail and mail.casefold(),
            "password": await self._passwords.hashed(password),
        }
        now, checked = self._engine.now, self._checked(further)

        def work(tx: Transaction) -> UserRow:
            row = _registered(tx, values, guest, now)
            if mail and self._engine.setup.mail:
                addresses.ask(tx, row.id, now)
            addresses.add_further(tx, row.id, checked, now, mailed=self._engine.setup.mail)
            self._engine.audit_log.note(tx, Act.SIGNED_UP, row.id, client)
            return row

        made = await self._unique(work)
        if guest is not None:
            self._engine.announce("revoked", number=guest)
            await self._engine.forget_tables(guest)
        return user_from(made)

    async def verify(self, name: str, password: str) -> User:
        """The user whose name (or mail address) and password these are. Forbidden otherwise, after the same time
        and in the same words whether or not the name exists."""
        key, mail = name_key(name), name.strip().casefold()
        row = await self._engine.read(lambda tx: users.by_name_or_mail(tx, key, mail))
        right = await self._passwords.matches(None if row is None else row.password, password)
        if row is None or not right:
            raise LoginFailed("The name or the password is wrong.", None if row is None else row.id)
        if row.closed:
            raise LoginFailed("This account is closed.", row.id)
        return user_from(row)

    async def log_in(self, name: str, password: str, client: ClientInfo = NOWHERE) -> User:
        """As ``verify``, and kept in the audit log."""
        audit_log = self._engine.audit_log
        try:
            user = await self.verify(name, password)
        except LoginFailed as refused:
            whose = refused.user
            await self._engine.write(lambda tx: audit_log.note(tx, Act.REFUSED, whose, client))
            raise
        await self._engine.write(lambda tx: audit_log.note(tx, Act.LOGGED_IN, user.id, client))
        return user

    async def user(self, user: UserId) -> User:
        """Raises NotFound."""
        return user_from(await self._engine.read(lambda tx: names.existing(tx, user)))

    async def user_named(self, name: str) -> User:
        """An account (not a guest) by its name, case forgiven. Raises NotFound."""
        return user_from(await self._engine.read(lambda tx: names.account_named(tx, name)))

    async def like(self, name: str) -> str | None:
        """Somebody whose name is nearly that, of those that begin alike; None: there is nobody."""
        key = name_key(name)
        found = await self._engine.read(lambda tx: users.alike(tx, key, MOST_ALIKE)) if key else {}
        near = nearest(key, found)
        return None if near is None else found[near]

    async def change_password(self, user: UserId, old: str, new: str, client: ClientInfo = NOWHERE) -> None:
        """Also ends all sessions and tokens: log in anew. Raises Forbidden (wrong old one), BadRequest."""
        row = await self._engine.read(lambda tx: users.by_id(tx, user))
        if row is None or not await self._passwords.matches(row.password, old):
            raise Forbidden("The old password is wrong.")
        await self.choose_password(user, new, client)

    async def reset_password(self, user: UserId) -> str:
        """For the host: a new password for somebody who has lost theirs, shown only now. Ends all sessions and tokens.

        Raises NotFound, Forbidden (a guest, who has none).
        """
        if (await self.user(user)).guest:
            raise Forbidden("A guest has no password.")
        password = secrets.token_urlsafe(12)
        await self.choose_password(user, password, host=True)
        return password

    async def choose_password(
        self, user: UserId, new: str, client: ClientInfo = NOWHERE, *, host: bool = False
    ) -> None:
        """A new password for somebody who has proved otherwise who they are, or (``host``) whom the host gives one.
        Ends all sessions and tokens. Raises BadRequest.
        """
        fresh = await self._passwords.hashed(new)

        def work(tx: Transaction) -> None:
            users.change(tx, user, {"password": fresh})
            users.end_all(tx, user)
            self._engine.audit_log.note(tx, Act.PASSWORD, user, client, host=host)

        await self._engine.write(work)
        self._engine.announce("revoked", number=user)

    async def change_mail(self, user: UserId, mail: str | None, further: Sequence[str] | None = None) -> None:
        """``further``: other addresses that get the same mail; None: those that are there stay. Raises BadRequest,
        NotNow (taken, or too many), Forbidden (a guest)."""
        checked = None if further is None else self._checked(further)
        mail = _checked_mail(mail, plain=self.plain_addresses)
        values: Values = {"mail": mail, "mail_key": mail and mail.casefold(), "mail_confirmed": False}
        now = self._engine.now

        def work(tx: Transaction) -> bool:
            changed = users.change_account(tx, user, values)
            mail_wishes.forget_bounces(tx, user)
            if changed and mail and self._engine.setup.mail:
                addresses.ask(tx, user, now)
            if changed and checked is not None:
                mail_wishes.drop_further(tx, user)
                addresses.add_further(tx, user, checked, now, mailed=self._engine.setup.mail)
            return changed

        if not await self._unique(work):
            raise Forbidden("Only an account has a mail address: sign up first.")
        await self._engine.forget_tables(user)

    async def add_mail(self, user: UserId, further: Sequence[str]) -> None:
        """Further addresses that get the same mail as the first. Raises BadRequest, NotNow (too many, or there is no
        first one)."""
        checked, now = self._checked(further), self._engine.now
        if not (await self.user(user)).mail:
            raise NotNow("You have no mail address yet: change address gives you the first.")
        mailed = self._engine.setup.mail
        await self._engine.write(lambda tx: addresses.add_further(tx, user, checked, now, mailed=mailed))

    def _checked(self, further: Sequence[str]) -> list[str]:
        """Addresses as they are kept. Raises BadRequest."""
        return [found for each in further if (found := _checked_mail(each, plain=self.plain_addresses))]

    async def share_games(self, user: UserId, agreed: bool) -> None:
        """Whether the user's finished games may be exported for research, from now on and those of before. Raises
        Forbidden (a guest)."""
        values: Values = {"research": agreed}
        if not await self._engine.write(lambda tx: users.change_account(tx, user, values)):
            raise Forbidden("Only an account can agree to that: sign up first.")

    async def delete(self, user: UserId) -> None:
        """Forget the person: name, mail, password, sessions, tokens, notes, chat lines. Waiting tables are left (and
        closed where nobody else came), running games resigned; finished games stay for the others, with "Somebody" in
        the seat. Repeatable."""
        tables = await self._engine.read(lambda tx: stored.ids_of(tx, user))
        seated = await self._engine.read(lambda tx: lists.unfinished_of(tx, user))
        waiting = [table for table, status in seated.items() if status is Status.WAITING]
        waiting += await self._engine.read(lambda tx: lists.waiting_of(tx, user))
        ways = dict.fromkeys(waiting, seating.leave)
        ways |= {table: moves.resign for table, status in seated.items() if status is Status.RUNNING}
        for table, go in ways.items():
            with suppress(NotNow):  # a game that does not replay cannot be left or resigned, and keeps nobody here
                await self._engine.change(table, partial(go, user=user, now=self._engine.now))

        def work(tx: Transaction) -> None:
            forget(tx, user)
            self._engine.audit_log.note(tx, Act.DELETED, user)

        await self._engine.write(work)
        self._engine.announce("revoked", number=user)
        for table in tables:
            self._engine.forget(table)

    # -- inside --------------------------------------------------------------------------------

    async def _called(self, name: str) -> str:
        """The name as it will be shown, checked in a thread: the first time some tables are read for it."""
        return await asyncio.to_thread(self._names.checked, name)

    async def _unique(self, work: Callable[[Transaction], T]) -> T:
        def once(tx: Transaction) -> T:
            with race(NotNow("This name or mail address is taken already. Choose another.")):
                return work(tx)

        return await self._engine.write(once)


def _arrived(tx: Transaction, called: str, now: float) -> UserRow:
    """A new guest; the name that was chosen must be free, or a free one is found."""
    if called:
        names.check_name_is_free(tx, called)
    else:
        called = next(name for name in map(_friendly, count(3)) if names.name_is_free(tx, name))
    return users.add(tx, now, {"name": called})


def _friendly(digits: int) -> str:
    """Something pleasant with a number behind."""
    return f"{secrets.choice(FRIENDLY)} {10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1))}"


def _registered(tx: Transaction, values: Values, guest: UserId | None, now: float) -> UserRow:
    names.check_name_is_free(tx, values["name"], guest)
    if guest is None:
        made = users.add(tx, now, values)
        names.claim_name(tx, made.name, made.id)
        return made
    row = users.become_account(tx, guest, values)
    if row is None:
        raise NotNow("You have an account already.")
    names.claim_name(tx, row.name, guest)
    users.end_all(tx, guest)
    return row


def _is_short(host: str) -> bool:
    """Whether a host is short enough to be written in the letters of the network, which takes long: some letters become
    eighteen others."""
    return len(host) <= LONGEST_MAIL and all(len(normalize("NFKC", label)) <= 63 for label in host.split("."))


def _checked_mail(mail: str | None, *, plain: bool) -> str | None:
    """An address as it is kept: its host in the letters of the network. ``plain``: no others stand before it."""
    mail = (mail or "").strip()
    if not mail:
        return None
    local, _, host = mail.rpartition("@")
    try:
        found = f"{local}@{host.encode('idna').decode()}" if _is_short(host) else ""
    except UnicodeError:
        found = ""
    if len(found) > LONGEST_MAIL or not MAIL.fullmatch(found):
        raise FieldError("mail", f"{shown(mail)!r} is not a mail address. One looks like name@example.org.")
    if plain and not local.isascii():
        raise FieldError("mail", "Mail from here reaches only addresses with plain letters, a to z. Give another one.")
    return found


def readdress(tx: Transaction, user: UserId, name: str | None) -> None:
    """Wherever a seat was kept for the user's present name, it is kept for ``name``; None: anybody may have it.

    Also where a bot has taken the seat over, and nothing but the name is left of them.
    """
    old = users.by_id(tx, user)
    assert old is not None
    for table, text in tables.naming(tx, user, old.name):
        terms = repository.terms_from(text)
        kept = [plan.kind == "user" and name_key(plan.name) == old.name_key for plan in terms.seats]
        other = SeatPlan() if name is None else SeatPlan("user", name)
        plans = tuple(other if own else plan for plan, own in zip(terms.seats, kept, strict=True))
        if plans != terms.seats:
            tables.set_terms(tx, table, repository.terms_json(replace(terms, seats=plans)))


GONE: Final = "(deleted)"
"""What stands where they said something."""


def forget(tx: Transaction, user: UserId) -> None:
    """Nothing personal stays; the row itself does, so that the others' games stay whole."""
    readdress(tx, user, None)
    users.end_all(tx, user)
    users.release_names(tx, user)
    forget_audit_of(tx, user)
    users.forget(tx, user, names.NOBODY, GONE)
