"""How a table is opened: what is asked for becomes what is agreed, is stored once, and is told."""

from __future__ import annotations

import secrets

from sheepfold.play.engine import Engine
from sheepfold.play.errors import BadRequest
from sheepfold.play.host.audit_log import Act
from sheepfold.play.people.client_info import ClientInfo
from sheepfold.play.tables import repository, seating
from sheepfold.play.tables.entries import Header
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import Terms, UserId


async def open_table(
    engine: Engine,
    user: UserId,
    terms: Terms,
    key: str | None,
    client: ClientInfo,
    *,
    seated: bool,
    unasked: bool,
    seed: bytes | None,
) -> Table:
    """A new table of the user's, or the one that they opened under the same key. ``Service.open_table`` says what is
    asked for, and what it raises."""
    key = key or secrets.token_hex(8)
    person = await engine.read(lambda conn: repository.person(conn, user))
    game = engine.setup.shelf.game(terms.game)
    if seed is not None and terms.rated:
        raise BadRequest("Where everybody may know what is drawn, nothing can count: play it unrated.")
    agreed = seating.check_terms(game, terms, person, engine.bots(game, lessons=True), engine.setup.shelf)
    if any(plan.kind == "user" for plan in agreed.seats):
        agreed = await engine.read(lambda conn: repository.as_they_are_called(conn, agreed))
    header = Header(
        id=seating.new_id(),
        terms=agreed,
        version=game.version,
        host=user,
        invite=seating.new_id(),
        seed=seed or engine.setup.seed(),
        opened_at=engine.now,
    )
    guests = await engine.read(lambda conn: repository.expected(conn, agreed, user)) if seated else {}
    table = Table(game, header, {user: person, **{guest.id: guest for guest in guests.values()}})
    draft = seating.opened(table, person, guests)
    draft.opener = None if unasked else user
    draft.marks = engine.audit_log.marks(Act.OPENED, user, client, header.id)
    patience = engine.patience
    opened = await engine.write(lambda conn: repository.create_once(conn, draft, client, key, patience))
    if opened == header.id:
        return await engine.see_through(opened)
    return await engine.change(opened, lambda fresh: None)  # as it stands, with its bots set going
