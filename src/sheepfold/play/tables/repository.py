"""Tables in the store: how their headers, log entries and seats are written and read back."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from hashlib import blake2b
from typing import Final, NamedTuple

import msgspec

from sheepfold.core.contract import Outcome, Seat
from sheepfold.core.errors import RecordError
from sheepfold.core.scores import Scores
from sheepfold.core.words.prose import shown
from sheepfold.play.errors import Forbidden, KeyUsed, TooMany
from sheepfold.play.host import audit_log
from sheepfold.play.notices import outbox, recipients
from sheepfold.play.people import ratings
from sheepfold.play.people.users import ClientInfo, account_named, existing, name_key, vacation_of
from sheepfold.play.setup import Setup
from sheepfold.play.tables.draft import Draft
from sheepfold.play.tables.log import Entry, Header, Person
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import DAY, Conditional, Queues, SeatPlan, Status, TableId, Terms, UserId
from sheepfold.play.time.clock import Times
from sheepfold.store import Transaction, Values, race, tables
from sheepfold.store.notices import mail_wishes
from sheepfold.store.people import friends, users
from sheepfold.store.people.users import UserRow
from sheepfold.store.tables import SeatRow, TableRow, lists
from sheepfold.store.tables.lists import Spot

MOST_WAITING: Final = 50
USUAL_BOARDS: Final = 20
"""Boards of a game at which somebody may be seated by others, unless they say otherwise."""


# -- writing -----------------------------------------------------------------------------------


def create(tx: Transaction, draft: Draft, crowd: int, open_key: str | None = None, patience: float = 0.0) -> None:
    """A new table with its first lines. The seats kept for somebody are listed for them."""
    table = draft.table
    header = table.header
    values: Values = {
        "id": header.id,
        "game": table.game.name,
        "version": header.version,
        "terms": terms_json(header.terms),
        "access": str(header.terms.access),
        "host": header.host,
        "open_key": open_key,
        "invite": header.invite,
        "seed": header.seed,
        "opened_at": header.opened_at,
        "moved_at": draft.now,
        "crowd": crowd,
        "listed_at": draft.now,
        "origin": None if (practice := header.terms.practice) is None else practice.table or "",
    }
    ended = draft.now if draft.status is Status.OVER else None
    places = [
        SeatRow(_kept_for(tx, plan), False, plan.name if plan.kind == "bot" else None) for plan in header.terms.seats
    ]
    tables.add(tx, values | standing(draft, patience) | spot_columns(draft), places, ended)
    tables.take_number(tx, header.id)
    lists.entered(tx, crowd, spot_after(draft))
    tables.add_lines(tx, header.id, [line for line, _ in draft.lines])
    _keep_beside(tx, draft)


def _keep_beside(tx: Transaction, draft: Draft) -> None:
    """What a draft brings along beside the table's own row and log."""
    header = draft.table.header
    for seat, row in draft.rows.items():
        tables.set_seat(tx, header.id, seat, row)
    audit_log.keep(tx, draft.marks)
    if draft.again is not None:  # it counts for whoever this one counts for
        create(tx, draft.again, lists.crowd_of(tx, header.id))
    recipients.note(tx, draft)


def create_once(tx: Transaction, draft: Draft, client: ClientInfo, open_key: str, patience: float) -> TableId:
    """Open the table, unless the same request has done so already; returns which one it is. Raises Lost in a race."""
    host = draft.table.header.host
    if found := tables.opened_under(tx, host, open_key):
        table, terms = found
        if terms != terms_json(draft.table.header.terms):
            raise KeyUsed("This key belongs to another table that you opened; a new table needs a new key.")
        return table
    if tables.count_of(tx, host, str(Status.WAITING)) >= MOST_WAITING:
        raise TooMany(f"{MOST_WAITING} tables of yours wait for players already; fill or leave one first.")
    with race():
        create(tx, draft, crowd_for(tx, host, client, draft.now), open_key, patience)
    return draft.table.header.id


def as_they_are_called(tx: Transaction, terms: Terms) -> Terms:
    """The terms with everybody's own spelling of their name. Raises NotFound."""
    return replace(terms, seats=tuple(_spelled(tx, plan) for plan in terms.seats))


def _spelled(tx: Transaction, plan: SeatPlan) -> SeatPlan:
    if plan.kind != "user":
        return plan
    return SeatPlan("user", account_named(tx, plan.name).name)


def _kept_for(tx: Transaction, plan: SeatPlan) -> UserId | None:
    if plan.kind != "user":
        return None
    row = users.by_name(tx, name_key(plan.name))
    return None if row is None else row.id


def expected(tx: Transaction, terms: Terms, host: UserId) -> dict[Seat, Person]:
    """Those whom seats are kept for. Raises Forbidden for closed accounts, and for who wants no more boards."""
    kept = {seat: _kept_for(tx, plan) for seat, plan in enumerate(terms.seats, 1)}
    found = {seat: person(tx, user) for seat, user in kept.items() if user is not None}
    _check_challenge_limits(tx, terms.game, (guest for guest in found.values() if guest.id != host))
    return found


def challenge_limit(tx: Transaction, user: UserId, game: str) -> int:
    """At how many boards of the game others may seat the user."""
    found = friends.challenge_limit(tx, user, game)
    return USUAL_BOARDS if found is None else found


def _check_challenge_limits(tx: Transaction, game: str, guests: Iterable[Person]) -> None:
    """Whether all of them can be seated by others. Raises Forbidden."""
    for guest in guests:
        most = challenge_limit(tx, guest.id, game)
        if friends.boards_of(tx, guest.id, game) >= most:
            wish = "takes no challenges" if not most else "plays at as many tables as they want"
            raise Forbidden(f"{guest.name} {wish} just now.")


def append(tx: Transaction, draft: Draft, patience: float) -> None:
    """Store a draft after the table's last line. Raises Lost, and stores nothing, if somebody was faster."""
    header = draft.table.header
    values = standing(draft, patience)
    if draft.status is draft.table.status:
        del values["status"], values["outcome"]  # an index need not be written anew at every move
    if draft.public:
        values["moved_at"] = draft.now
    relisted = spot_before(draft) != spot_after(draft)
    if relisted:
        values |= spot_columns(draft)
    assert draft.table.last is not None
    tables.add_lines(tx, header.id, [line for line, _ in draft.lines])
    tables.update_row(tx, header.id, draft.table.last, draft.table.times.since, values)
    for seat, moves in draft.queues.items():
        tables.save_queue(tx, header.id, seat, queue_json(moves) if moves else None)
    _keep_beside(tx, draft)
    if relisted:
        change_lists(tx, draft)
    if draft.status is Status.OVER and draft.table.status is not Status.OVER:
        tables.end_seats(tx, header.id, draft.now, draft.went)
        if draft.result is not None:
            ratings.file(tx, header.id, draft.result, draft.now)
        tables.drop_queues(tx, header.id)


def standing(draft: Draft, patience: float) -> Values:
    """The columns that say how the table stands after the draft."""
    outcome = draft.outcome
    return {
        "status": str(draft.status),
        "length": draft.table.length + len(draft.lines),
        "to_move": " ".join(map(str, sorted(draft.awaited))),
        "clock": draft.times.to_json(),
        "since": draft.times.since,
        "due": draft.due(patience),
        "outcome": None if outcome is None else outcome_json(outcome),
    }


# -- reading -----------------------------------------------------------------------------------


def load(tx: Transaction, setup: Setup, table: TableId) -> Table | None:
    """The table with its whole log folded; None: there is none. Raises RecordError if it does not replay."""
    row = tables.by_id(tx, table)
    if row is None:
        return None
    game = setup.shelf.game(row.game)
    if game.version != row.version:
        raise RecordError(f"It was begun under version {row.version} of the rules; here is version {game.version}.")
    lines = tables.lines(tx, table, 0)
    header = header_from(row, tables.numbers_of(tx, [table]).get(table, 0))
    expected = {_kept_for(tx, plan) for plan in header.terms.seats}
    found = Table(game, header, people(tx, _sitters(lines) | {row.host} | expected))
    for line in lines:
        try:
            found.fold(line)
        except Exception as error:  # whatever new rules make of an old move
            raise RecordError(f"Line {line.number} of its log ({shown(line.text)}): {error}") from error
    found.times = Times.from_json(row.clock, row.since)
    found.queues = _queues(tx, table)
    found.subscribers = _subscribers(tx, table)
    return found


def _queues(tx: Transaction, table: TableId) -> Queues:
    return {seat: queue_from(text) for seat, text in tables.kept_ready(tx, table).items()}


class StoredSince(NamedTuple):
    """What others stored at a table: to be folded by the one who owns it in memory."""

    lines: list[Entry]
    people: dict[UserId, Person]
    """All of the table, as they are now."""
    subscribers: dict[UserId, Person]
    times: Times
    queues: Queues


def catch_up(tx: Transaction, table: Table) -> StoredSince | None:
    """What others stored since; None: the store no longer has what is in memory: the table is gone, or
    some of its lines are."""
    header, known = table.header, max(table.length - 1, 0)
    charged = tables.clock(tx, header.id)
    lines = tables.lines(tx, header.id, known)
    if charged is None or lines[: table.length - known] != ([] if table.last is None else [table.last]):
        return None
    lines = lines[table.length - known :]
    everybody = people(tx, table.people.keys() | _sitters(lines))
    return StoredSince(lines, everybody, _subscribers(tx, header.id), Times.from_json(*charged), _queues(tx, header.id))


def _subscribers(tx: Transaction, table: TableId) -> dict[UserId, Person]:
    return people(tx, mail_wishes.subscribers(tx, table))


def _sitters(lines: Iterable[Entry]) -> set[UserId]:
    return {json.loads(line.text)["user"] for line in lines if line.kind in ("open", "sit")}


def people(tx: Transaction, ids: Iterable[UserId | None]) -> dict[UserId, Person]:
    """What tables need to know of these users."""
    return {row.id: _person(row) for row in users.by_ids(tx, [user for user in ids if user is not None])}


def _person(row: UserRow) -> Person:
    return Person(
        id=row.id,
        name=row.name,
        guest=row.name_key is None and not row.deleted,
        rest=vacation_of(row),
        gone=row.deleted,
        mail=row.mail_wish if row.mail_confirmed and row.mail_wish in outbox.MAILED else "",
        push=row.pushed,
    )


def person(tx: Transaction, user: UserId) -> Person:
    """Somebody who may act. Raises NotFound; Forbidden for closed accounts."""
    return _person(_acting(tx, user))


def _acting(tx: Transaction, user: UserId) -> UserRow:
    row = existing(tx, user)
    if row.closed:
        raise Forbidden("This account is closed.")
    return row


def check_voice(tx: Transaction, user: UserId) -> None:
    """Raises Forbidden for closed accounts and for somebody who may play but not talk; NotFound."""
    if _acting(tx, user).muted:
        raise Forbidden("The host has muted you: you may play, but not talk.")


# -- forms -------------------------------------------------------------------------------------


def header_from(row: TableRow, board: int) -> Header:
    return Header(
        id=row.id,
        terms=terms_from(row.terms),
        version=row.version,
        host=row.host,
        invite=row.invite,
        seed=bytes(row.seed),
        opened_at=row.opened_at,
        board=board,
    )


def terms_json(terms: Terms) -> str:
    """What is agreed, as it is stored."""
    return json.dumps(asdict(terms), separators=(",", ":"))


def terms_from(text: str) -> Terms:
    """The terms as they were stored or imported: an open seat has no name that everybody would be shown."""
    found = msgspec.json.decode(text, type=Terms)
    named = (plan if plan.kind in ("user", "bot") else SeatPlan(plan.kind) for plan in found.seats)
    return replace(found, seats=tuple(named))


def outcome_json(outcome: Outcome) -> str:
    scores = list(outcome.scores.words().items())
    return json.dumps([outcome.winners, scores, outcome.reason, outcome.by], separators=(",", ":"))


def outcome_from(text: str | None) -> Outcome | None:
    if text is None:
        return None
    winners, scores, reason, by = json.loads(text)
    return Outcome(tuple(winners), Scores.from_words(scores), reason, by)


def queue_json(moves: Iterable[Conditional]) -> str:
    return json.dumps([[move.text, move.when] for move in moves], separators=(",", ":"))


def queue_from(text: str) -> tuple[Conditional, ...]:
    return tuple(Conditional(*move) for move in json.loads(text))


def spot_before(draft: Draft) -> Spot:
    return Spot(draft.table.status, len(draft.table.people_seats) > 1)


def spot_after(draft: Draft) -> Spot:
    return Spot(draft.status, len(draft.people) > 1)


def spot_columns(draft: Draft) -> Values:
    """What a table's row says of its place once it has come into another list, as its newest."""
    private = not draft.table.header.terms.access.listed
    called_off = draft.outcome is not None and draft.outcome.reason == "aborted"
    found: Values = {"together": spot_after(draft).together, "front": None if private or called_off else True}
    return found if draft.status is draft.table.status else found | {"listed_at": draft.now}


def change_lists(tx: Transaction, draft: Draft) -> None:
    """The table went from one list to another: somebody moves up there, somebody steps back here."""
    crowd = lists.crowd_of(tx, draft.table.header.id)
    lists.left(tx, crowd, spot_before(draft))
    lists.entered(tx, crowd, spot_after(draft))


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
