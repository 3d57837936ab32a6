"""In which public list a table is before and after a change, and as whose it counts there."""

from __future__ import annotations

from hashlib import blake2b

from sheepfold.play.people.client_info import ClientInfo
from sheepfold.play.tables.draft import Draft
from sheepfold.play.terms import DAY, Access, UserId
from sheepfold.store import Transaction
from sheepfold.store.people import users
from sheepfold.store.tables import listing
from sheepfold.store.tables.listing import Spot
from sheepfold.store.tables.tables import TableValues


def before(draft: Draft) -> Spot:
    return Spot(draft.table.status, len(draft.table.people_seats) > 1)


def after(draft: Draft) -> Spot:
    return Spot(draft.status, len(draft.people) > 1)


def columns(draft: Draft) -> TableValues:
    """What a table's row says of its place once it has come into another list, as its newest."""
    private = draft.table.header.terms.access is Access.PRIVATE
    called_off = draft.outcome is not None and draft.outcome.reason == "aborted"
    found: TableValues = {"together": after(draft).together, "front": None if private or called_off else True}
    return found if draft.status is draft.table.status else found | {"listed_at": draft.now}


def moved(tx: Transaction, draft: Draft) -> None:
    """The table went from one list to another: somebody moves up there, somebody steps back here."""
    crowd = listing.crowd_of(tx, draft.table.header.id)
    listing.left(tx, crowd, before(draft))
    listing.entered(tx, crowd, after(draft))


def crowd_for(tx: Transaction, host: UserId | None, client: ClientInfo, now: float) -> int:
    """As whose a new table counts: whoever comes as many guests of an address, or signs up there under many names, is
    one crowd on that day."""
    if not client.neighbourhood or _is_old(tx, host, now):
        return host or 0
    place = f"{client.neighbourhood} {int(now // DAY)}"
    return -1 - int.from_bytes(blake2b(place.encode(), digest_size=7).digest())


def _is_old(tx: Transaction, user: UserId | None, now: float) -> bool:
    row = None if user is None else users.by_id(tx, user)
    return row is not None and row.name_key is not None and row.created_at < now - DAY
