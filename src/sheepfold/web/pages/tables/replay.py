"""A finished game, move by move: every position has an address and a picture, and can be played on from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.responses import Response

from sheepfold.bots import known_bot, levels, usual
from sheepfold.core.contract import NATURE, Seat, Told
from sheepfold.core.contract.face import Face, Fact
from sheepfold.core.drawing.svg import svg
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.records.progress import AnyGame, Ply, Step
from sheepfold.core.records.record import Record
from sheepfold.core.words.prose import listed
from sheepfold.play.errors import NotFound
from sheepfold.play.tables.looking_back import Wanted, read
from sheepfold.play.terms import Access, TableId, TableInfo
from sheepfold.web.admission import REPLAYING
from sheepfold.web.pages.rendering import drawn
from sheepfold.web.pages.visit import PageRoute, Visit, page, whole
from sheepfold.web.problems import problem_of
from sheepfold.web.updates.guiding import is_lesson
from sheepfold.web.updates.replays import Replayed

ASKING: Final = 40.0
"""Milliseconds that it costs to ask a bot why it moved."""

T = TypeVar("T")


EVERYTHING: Final = "all"
"""Whose eyes see what all of them hid."""
MOST_BELIEFS: Final = 30


@dataclass(frozen=True, slots=True)
class ListedMove:
    """A move in the list with all that chance answered: the position that it led to, who made it, what was told of it,
    and how it is written; empty: the viewer could not read that then."""

    number: int
    who: str
    words: str
    text: str

    @property
    def beside(self) -> str:
        """The notation, unless the sentence has it."""
        return "" if self.text in self.words else self.text


@dataclass(frozen=True, slots=True)
class Frame:
    """The game after so many moves, through one pair of eyes."""

    replayed: Replayed
    record: Record
    ply: int
    viewer: Seat | None
    eyes: str
    """As the address says it: a seat, all, or nobody's. With all of them everything is open that anybody knew."""
    view: Any
    names: Mapping[Seat, str]
    face: Face
    bots: frozenset[Seat] = frozenset()
    """The seats that bots have."""
    why: str = ""
    """What the bot that moved here says about it, if it was asked."""

    @property
    def game(self) -> AnyGame:
        return self.replayed.game

    @property
    def fair(self) -> tuple[bool, str]:
        return self.replayed.fair

    @property
    def last(self) -> int:
        return len(self.record.moves)

    @property
    def stops(self) -> tuple[int, ...]:
        """The positions to stop at: chance, and what the viewer did not know of then, belongs to the move before it, or
        to the beginning."""
        return (*(n for n, ply in enumerate(self.replayed.plies) if ply.seat != NATURE and self._knew(ply)), self.last)

    @property
    def stop(self) -> int:
        """Which of them this is, or comes next."""
        return next(n for n, ply in enumerate(self.stops) if ply >= self.ply)

    @property
    def everything(self) -> bool:
        """Whether all is open that anybody knew."""
        return self.eyes == EVERYTHING

    def _knew(self, ply: Ply) -> bool:
        return self.everything or ply.known_to(self.viewer)

    def told(self, first: int, last: int) -> list[str]:
        """What the viewer was told by the moves from one position to another; where everything is open, also what
        others were told, and who."""
        sentences = (
            self._heard(told, step) if self.everything else self._sentence(told, step)
            for step in self.replayed.steps[first:last]
            for told in step.told
            if self.everything or told.reaches(self.viewer)
        )
        return list(filter(None, sentences))

    def _sentence(self, told: Told, step: Step) -> str:
        return self.game.tell_cast(told.fact, self.names, self.game.cast(step.before))

    def _heard(self, told: Told, step: Step) -> str:
        sentence = self._sentence(told, step)
        if told.to is None:
            return sentence
        return f"To {listed([self.names[seat] for seat in sorted(told.to)])}: “{sentence}”"

    @property
    def sentences(self) -> list[str]:
        """What the viewer was told by the move that led here."""
        if not self.ply:
            return ["Before the first move."]
        before = max((stop for stop in self.stops if stop < self.ply), default=0)
        seat = self.record.moves[before][0]
        return self.told(before, self.ply) or [f"{self.mover(seat)} made a move that was kept secret."]

    @property
    def can_say_why(self) -> bool:
        """Whether a bot moved here, and the viewer knew that it did."""
        made = decided(self.record, self.ply)
        return bool(made) and self.record.moves[made - 1][0] in self.bots and self._knew(self.replayed.plies[made - 1])

    def mover(self, seat: Seat) -> str:
        return "Chance" if seat == NATURE else self.names[seat]

    @property
    def lines(self) -> list[ListedMove]:
        found = []
        for before, after in pairwise(self.stops):
            ply = self.replayed.plies[before]
            who = self.mover(ply.seat)
            words = " ".join(self.told(before, after)) or f"{who} made a move that was kept secret."
            readable = self.everything or ply.readable_by(self.viewer)
            found.append(ListedMove(after, who, words, ply.text if readable else ""))
        return found

    @property
    def open(self) -> bool:
        """Whether there is more to see here than a spectator may, so that there is a view with all of it open."""
        return self.game.opened(self.replayed.after(self.ply)[0], len(self.names)) is not None

    @property
    def ended(self) -> bool:
        """Whether the game is over in its last position: one that was given up is not."""
        return not self.game.to_move(self.replayed.after(self.last)[0])

    @property
    def beliefs(self) -> list[tuple[str, str]]:
        """What the seat whose eyes these are could work out then: what it is about, and how likely each way was."""
        if self.viewer is None or self.everything or not self.game.hides:
            return []
        marginals = [one for one in self.game.beliefs(self.view) if len(one.odds) > 1]
        ways = [", ".join(f"{way} {chance:.0%}" for way, chance in one.odds) for one in marginals]
        return [(one.about, words) for one, words in zip(marginals, ways, strict=True)][:MOST_BELIEFS]

    @property
    def board(self) -> Markup:
        return drawn(self.game, self.game.board(self.view, self.names))

    @property
    def facts(self) -> list[Fact]:
        return self.face.facts(self.view, self.names)

    @property
    def text(self) -> str:
        return self.game.text(self.view, self.names)


def decided(record: Record, ply: int) -> int:
    """The last move before a position that was somebody's decision and not chance; 0: there was none."""
    return next((n for n in range(ply, 0, -1) if record.moves[n - 1][0] != NATURE), 0)


async def framed(visit: Visit, finish: Callable[[Frame], T]) -> T:
    """What is made of the frame that the address names: table, move number, and whose eyes. Raises NotFound, NotNow."""
    table, query = visit.table, visit.request.query_params
    seen = (table, visit.user_id, query.get("invite") or None)
    record = await visit.service.watching.record(*seen)
    info = await visit.service.tables.info(*seen)
    names = info.names  # a record's own names have no marks
    bots = frozenset(seat.seat for seat in info.seats if seat.kind == "bot")
    game = visit.service.shelf.game(record.game)
    last = len(record.moves)
    asked = visit.request.path_params.get("ply", str(last))
    ply = whole(asked)
    if ply > last or (not ply and asked.strip("0")):
        raise NotFound(f"This game has positions from 0 to {last}.")
    asked_eyes = query.get("as", "")
    seat = whole(asked_eyes)
    eyes = asked_eyes if asked_eyes == EVERYTHING or 1 <= seat <= len(record.seats) else ""
    if not visit.site.replays.known(table, record):
        await visit.pay(REPLAYING)
    why = ""
    made = decided(record, ply)
    if made and query.get("why") and record.moves[made - 1][0] in bots:
        await visit.pay(ASKING)
        why = (await visit.service.adviser.why(*seen, made)).words

    def work() -> T:
        replayed = visit.site.replays.of(table, game, record)
        state, _ = replayed.after(ply)
        viewer = seat if eyes and eyes != EVERYTHING else None
        opened = game.opened(state, len(record.seats)) if eyes == EVERYTHING else None
        view = game.view(state, viewer) if opened is None else opened
        faces = visit.site.faces
        return faces.shown(
            game.name, lambda face: finish(Frame(replayed, record, ply, viewer, eyes, view, names, face, bots, why))
        )

    return await visit.leaf(work)


@page("GET", "/replay/{table}/{ply}", cost=12)
async def replay(visit: Visit) -> Response:
    """One position of the replay. A script that only turns the page asks for the piece that changes."""
    table = visit.table
    if "piece" in visit.request.query_params:
        return await framed(visit, lambda frame: visit.render("replay/frame.html", frame=frame, table=table))
    invite = visit.invite or ""
    room, link = visit.request.query_params.get("together", "")[:40], ""
    if room:
        shared = await visit.service.shared_replays.position(table, room, visit.user_id, invite or None)
        link = await shared_link(visit, table, room, invite, shared.ply)
    info = await visit.service.tables.info(table, visit.user_id, invite or None)
    own = next((info.seat for info in info.seats if visit.user_id and info.user == visit.user_id), None)
    practised = await visit.service.practice.of(visit.user_id, table)
    bots = levels_here(visit, info.terms.game)

    challenge = await challenge_link(visit, info)

    def shown(frame: Frame) -> Response:
        seat = own or frame.viewer or 1
        return visit.render(
            "replay.html",
            frame=frame,
            table=table,
            info=info,
            invite=invite,
            seat=seat,
            bots=bots,
            practised=practised,
            room=room,
            link=link,
            challenge=challenge,
        )

    return await framed(visit, shown)


last_position = PageRoute("GET", "/replay/{table}", replay.handler, cost=15)


async def shared_link(visit: Visit, table: TableId, room: str, invite: str, ply: int) -> str:
    """The address by which others join: of a private table with its invitation, where the visitor may pass that on."""
    if not invite and (await visit.service.tables.info(table, visit.user_id)).terms.access is Access.PRIVATE:
        invite = await visit.service.tables.invitation(table, visit.user_id) if visit.user_id is not None else ""
    query = {"together": room} | ({"invite": invite} if invite else {})
    return f"{visit.origin}/replay/{table}/{ply}?{urlencode(query)}"


@page("POST", "/replay/{table}/together", cost=6)
async def together(visit: Visit) -> Response:
    """A new shared replay, or taking part in one: whoever was nobody is a guest then, and may go on and talk."""
    table, invite = visit.table, visit.form.get("invite") or ""
    ply, room = whole(visit.form.get("move", "")), visit.form.get("together", "")[:40]
    user = await visit.somebody()
    if not room:
        await visit.count("seats")
        room = await visit.service.shared_replays.open(table, user, ply, invite or None)
    query = {"together": room} | ({"invite": invite} if invite else {})
    return visit.go(f"/replay/{table}/{ply}?{urlencode(query)}")


def levels_here(visit: Visit, name: str) -> list[tuple[str, str, bool]]:
    """The bots to play on against: word, title, and which is the usual one."""
    game, here = visit.service.shelf.game(name), visit.service.tables.bots(name)
    return [
        (level.name, known_bot(name, level.name).title, level.name == usual(game))
        for level in levels(game)
        if level.name in here
    ]


async def challenge_link(visit: Visit, info: TableInfo) -> str:
    """By which others can play this deal; empty: nobody can, or it is not for the visitor to give away."""
    people = [seat for seat in info.seats if seat.kind != "bot"]
    lesson = visit.face(info.terms.game).lesson
    if len(people) != 1 or info.terms.deal or info.terms.practice is not None or is_lesson(info, lesson):
        return ""
    if info.terms.access is not Access.PRIVATE:
        return f"{visit.origin}/beat/{info.id}"
    if visit.user_id is None or visit.user_id != people[0].user:
        return ""
    return f"{visit.origin}/beat/{info.id}?invite={await visit.service.tables.invitation(info.id, visit.user_id)}"


@page("GET", "/replay/{table}/{ply}/position.svg", cost=8)
async def picture(visit: Visit) -> Response:
    """The position as one SVG file, complete in itself."""
    return await framed(visit, lambda frame: _taken_home(frame, visit.table))


def _taken_home(frame: Frame, table: TableId) -> Response:
    return Response(
        svg(frame.game.picture(frame.view, frame.names)),
        media_type="image/svg+xml",
        headers={
            "content-disposition": f'inline; filename="{frame.game.name}-{table}-{frame.ply}.svg"',
            "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
            "cache-control": "private, no-store",
        },
    )


def wanted(visit: Visit) -> Wanted:
    """What the form says."""
    form = visit.form
    return Wanted(whole(form.get("move", "")), whole(form.get("seat", "")), "anew" in form, form.get("bot", "")[:40])


@page("POST", "/replay/{table}/practice", cost=15)
async def play_on(visit: Visit) -> Response:
    """From the table of a replay, then to the new one."""
    await visit.pay(REPLAYING)
    user = await visit.somebody("tables")
    source, invite = visit.table, visit.form.get("invite") or None
    info = await visit.service.practice.from_table(user, source, wanted(visit), invite, visit.key, visit.client)
    return visit.go(f"/table/{info.id}")


@page("GET", "/practice", cost=3)
async def bring(visit: Visit) -> Response:
    """The empty form for a record."""
    return _shown(visit, "")


@page("POST", "/practice", cost=15)
async def from_record(visit: Visit) -> Response:
    """The position that the form names; or on from it, if that was asked for. What is wrong stays in the form."""
    text = visit.form.get("record", "").replace("\r\n", "\n")
    await visit.pay(REPLAYING)
    try:
        record = read(text)
        game = visit.service.shelf.game(record.game)
        if "go" not in visit.form:
            return await visit.leaf(lambda: _position(visit, text, record, game))
        user = await visit.somebody("tables")
        info = await visit.service.practice.from_record(user, text, wanted(visit), visit.key, visit.client)
    except SheepfoldError as error:
        return _shown(visit, text, wrong=error)
    return visit.go(f"/table/{info.id}")


def _position(visit: Visit, text: str, record: Record, game: AnyGame) -> Response:
    """The record's position as the chosen seat saw it. Raises RecordError."""
    replayed = Replayed(game, record)
    moves = len(replayed.steps)
    asked = wanted(visit)
    move = min(asked.move if visit.form.get("move") else moves // 2, moves)
    seat = asked.seat if 1 <= asked.seat <= len(record.seats) else 1
    view = game.view(replayed.after(move)[0], seat)
    called = [known_bot(game.name, name.removeprefix("bot ")).title for name in record.seats]
    names = {n: name if called.count(name) == 1 else f"{name} {n}" for n, name in enumerate(called, 1)}
    return _shown(
        visit,
        text,
        game=game,
        names=names,
        move=move,
        moves=moves,
        seat=seat,
        anew=asked.anew,
        bots=levels_here(visit, game.name),
        board=drawn(game, game.board(view, names)),
        written=game.text(view, names),
    )


def _shown(visit: Visit, text: str, wrong: SheepfoldError | None = None, **position: object) -> Response:
    status = 200 if wrong is None else problem_of(wrong).status
    return visit.render("practice.html", status, record=text, wrong=wrong, **{"game": None, **position})
