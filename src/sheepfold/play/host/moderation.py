"""The host's powers over people and talk. Each leaves a line in the audit log, and works while servers run."""

from __future__ import annotations

import asyncio

from sheepfold.play.cursors import Rows
from sheepfold.play.engine import Engine
from sheepfold.play.errors import NotFound
from sheepfold.play.host.audit_log import Act, Trace
from sheepfold.play.people import users as names
from sheepfold.play.people.accounts import readdress
from sheepfold.play.tables import chat
from sheepfold.play.terms import TableId, UserId
from sheepfold.store import Transaction, Values
from sheepfold.store.people import users
from sheepfold.store.people.users import UserRow
from sheepfold.store.tables.chat import ChatRow


class Moderation:
    """What a host may do to people, and what they did."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._names = names.Names(engine.setup.shelf)

    async def close_user(self, user: UserId, closed: bool = True) -> None:
        """Shut somebody out (sessions end, seats stay), or let them in again. Raises NotFound."""

        def work(tx: Transaction) -> None:
            self._set(tx, user, Act.CLOSED if closed else Act.REOPENED, {"closed": closed})
            if closed:
                users.end_sessions(tx, user)

        await self._engine.write(work)
        self._engine.announce("revoked", number=user)

    async def mute(self, user: UserId, muted: bool = True) -> None:
        """Somebody may play but not talk, or may talk again. Raises NotFound."""
        act = Act.MUTED if muted else Act.UNMUTED
        await self._engine.write(lambda tx: self._set(tx, user, act, {"muted": muted}))

    async def rename(self, user: UserId, name: str) -> str:
        """Give somebody another name; returns it as it is shown. The audit log keeps the old one.

        Raises NotFound, BadRequest (no name), NotNow (taken, or too much like another).
        """
        name = await asyncio.to_thread(self._names.checked, name)

        def work(tx: Transaction) -> None:
            old = _row(tx, user)
            names.check_name_is_free(tx, name, user)
            if old.name_key is not None:
                names.claim_name(tx, name, user)
                readdress(tx, user, name)
            key = None if old.name_key is None else names.name_key(name)
            self._set(tx, user, Act.RENAMED, {"name": name, "name_key": key}, f"{old.name} → {name}")

        await self._engine.write(work)
        await self._engine.forget_tables(user)
        return name

    async def talk(self, table: TableId, limit: int = 100) -> list[ChatRow]:
        """The last lines that were said at a table, in whichever room. Raises NotFound."""
        return await self._engine.read(lambda tx: chat.all_of(tx, table, limit))

    async def remove_talk(self, table: TableId, number: int) -> bool:
        """Take a line away, for everybody and for good; open pages are told. False if it was gone. Raises NotFound."""

        def work(tx: Transaction) -> int | None:
            found = chat.remove(tx, table, number, self._engine.now)
            if found is None:
                return None
            author, told = found
            self._engine.audit_log.note(tx, Act.TALK_REMOVED, author, about=f"{table} {number}", host=True)
            return told

        told = await self._engine.write(work)
        if told is not None:
            self._engine.announce("chat", table, told)
        return told is not None

    async def audit_log(
        self, user: UserId | None = None, days: float | None = None, limit: int = 100, cursor: str | None = None
    ) -> Rows[Trace]:
        """Who did what, newest first; only of one user, or of so many days. Raises BadRequest (cursor)."""
        return await self._engine.read(lambda tx: self._engine.audit_log.read(tx, user, days, limit, cursor))

    def _set(self, tx: Transaction, user: UserId, act: Act, values: Values, about: str = "") -> None:
        _row(tx, user)
        users.change(tx, user, values)
        self._engine.audit_log.note(tx, act, user, about=about, host=True)


def _row(tx: Transaction, user: UserId) -> UserRow:
    row = users.by_id(tx, user)
    if row is None or row.deleted:
        raise NotFound(f"There is no user {user}; see sheepfold admin users.")
    return row
