"""The audit log: who did what, when and from which address, for the host to look up. Never a secret, and not for ever.

Names and passwords that were tried and are nobody's are not kept: people type passwords where names belong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum

from sheepfold.play import cursors
from sheepfold.play.cursors import Rows
from sheepfold.play.people.users import NOWHERE, ClientInfo
from sheepfold.play.terms import DAY, UserId
from sheepfold.store import Transaction
from sheepfold.store import host as kept
from sheepfold.store.host import AuditRow
from sheepfold.store.host import Trace as Trace


class Act(StrEnum):
    """What can be done; the host's acts are told by ``Trace.host``."""

    SIGNED_UP = "signed up"
    LOGGED_IN = "logged in"
    REFUSED = "was refused a login"
    LOGGED_OUT = "logged out"
    PASSWORD = "got a new password"
    ENDED = "ended a session"
    ENDED_OTHERS = "ended all other sessions and tokens"
    TOKEN = "made a token"
    REVOKED = "revoked a token"
    OPENED = "opened a table"
    CLOSED_TABLE = "closed a table"
    CLOSED = "was shut out"
    REOPENED = "was let in again"
    MUTED = "was muted"
    UNMUTED = "may talk again"
    RENAMED = "was renamed"
    TALK_REMOVED = "had a line removed"
    DELETED = "deleted the account"


class AuditLog:
    """Writes and reads the audit log, for as many days as the host wants to keep it; with 0 nothing is written."""

    def __init__(self, days: int, now: Callable[[], float]) -> None:
        self._days, self._now = days, now

    def note(
        self,
        tx: Transaction,
        act: Act,
        user: UserId | None,
        client: ClientInfo = NOWHERE,
        about: str = "",
        *,
        host: bool = False,
    ) -> None:
        """Writes a line, in the transaction of the act."""
        keep(tx, self.marks(act, user, client, about, host=host))

    def marks(
        self, act: Act, user: UserId | None, client: ClientInfo = NOWHERE, about: str = "", *, host: bool = False
    ) -> list[AuditRow]:
        """The lines to write for an act: one, or none where the host wants no audit log."""
        return [AuditRow(self._now(), user, str(act), about, client.place, host)] if self._days else []

    def sweep(self, tx: Transaction) -> None:
        """Deletes lines whose retention is over."""
        kept.forget_audit_before(tx, self._now() - self._days * DAY)

    def read(
        self, tx: Transaction, user: UserId | None, days: float | None, limit: int, cursor: str | None = None
    ) -> Rows[Trace]:
        """The newest lines, newest first; those about one user, or of so many days. Raises BadRequest (cursor)."""
        after = None if cursor is None else cursors.read("trail", cursor, float, int)
        since = None if days is None else self._now() - days * DAY
        lines = kept.newest_audit(tx, user, since, limit + 1, after)
        return cursors.page(lines, limit, "trail", lambda line: (line.at, line.id))


def keep(tx: Transaction, lines: Iterable[AuditRow]) -> None:
    """Writes lines, in the transaction of their acts."""
    for line in lines:
        kept.add_audit_row(tx, line)
