"""A finished game, move by move: every position has an address, its picture can be taken home, its draws checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from markupsafe import Markup
from starlette.responses import Response

from sheepfold.core.contract import NATURE, Seat
from sheepfold.core.face import Face, Fact
from sheepfold.core.look.svg import svg
from sheepfold.core.progress import AnyGame, Step
from sheepfold.core.record import Record
from sheepfold.play.errors import NotFound
from sheepfold.play.terms import TableId
from sheepfold.web.pages.rendering import sprite_url
from sheepfold.web.pages.visit import Visit, page, whole
from sheepfold.web.replays import Replayed

REPLAYING: Final = 40.0
"""Milliseconds that it costs to replay a game and to check its draws."""
ASKING: Final = 40.0
"""The same for asking a bot why it moved."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ListedMove:
    """A move in the list: its number from 1, who made it, how it is written."""

    number: int
    who: str
    text: str


@dataclass(frozen=True, slots=True)
class Frame:
    """The game after so many moves, through one pair of eyes."""

    replayed: Replayed
    record: Record
    ply: int
    viewer: Seat | None
    view: Any
    step: Step | None
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
    def sentences(self) -> list[str]:
        """What the viewer was told by the move that led here."""
        if self.step is None:
            return ["Before the first move."]
        told = [self.game.tell(t.fact, self.names) for t in self.step.told if t.reaches(self.viewer)]
        return told or [f"{self.mover(self.step.seat)} made a move that was kept secret."]

    @property
    def can_say_why(self) -> bool:
        """Whether a bot moved here."""
        return self.step is not None and self.step.seat in self.bots

    def mover(self, seat: Seat) -> str:
        return "Chance" if seat == NATURE else self.names[seat]

    @property
    def lines(self) -> list[ListedMove]:
        return [ListedMove(n, self.mover(seat), text) for n, (seat, text) in enumerate(self.record.moves, 1)]

    @property
    def board(self) -> Markup:
        return Markup(svg(self.game.board(self.view, self.names), sprite_url()))

    @property
    def facts(self) -> list[Fact]:
        return self.face.facts(self.view, self.names)

    @property
    def text(self) -> str:
        return self.game.text(self.view, self.names)


async def framed(visit: Visit, finish: Callable[[Frame], T]) -> T:
    """What is made of the frame that the address names: table, move number, and whose eyes. Raises NotFound, NotNow."""
    table, query = visit.request.path_params["table"], visit.request.query_params
    seen = (table, visit.user_id, query.get("invite") or None)
    record = await visit.service.record(*seen)
    info = await visit.service.info(*seen)
    names = info.names  # a record's own names have no marks
    bots = frozenset(seat.seat for seat in info.seats if seat.kind == "bot")
    game = visit.service.game(record.game)
    last = len(record.moves)
    asked = visit.request.path_params.get("ply", str(last))
    ply = whole(asked)
    if ply > last or (not ply and asked.strip("0")):
        raise NotFound(f"This game has positions from 0 to {last}.")
    eyes = whole(query.get("as", ""))
    viewer = eyes if 1 <= eyes <= len(record.seats) else None
    if not visit.site.replays.known(table, record):
        await visit.pay(REPLAYING)
    why = ""
    if ply and query.get("why") and record.moves[ply - 1][0] in bots:
        await visit.pay(ASKING)
        why = (await visit.service.why(*seen, ply)).words

    def work() -> T:
        replayed = visit.site.replays.of(table, game, record)
        state, step = replayed.after(ply)
        view = game.view(state, viewer)
        faces = visit.site.faces
        face = faces.of(game.name)
        return faces.shown(
            game.name, lambda: finish(Frame(replayed, record, ply, viewer, view, step, names, face, bots, why))
        )

    return await visit.leaf(work)


@page
async def replay(visit: Visit) -> Response:
    """One position of the replay. A script that only turns the page asks for the piece that changes."""
    table = visit.request.path_params["table"]
    if "piece" in visit.request.query_params:
        return await framed(visit, lambda frame: visit.render("replay/frame.html", frame=frame, table=table))
    info = await visit.service.info(table, visit.user_id, visit.request.query_params.get("invite") or None)
    return await framed(visit, lambda frame: visit.render("replay.html", frame=frame, table=table, info=info))


@page
async def picture(visit: Visit) -> Response:
    """The position as one SVG file, complete in itself."""
    return await framed(visit, lambda frame: drawn(frame, visit.request.path_params["table"]))


def drawn(frame: Frame, table: TableId) -> Response:
    return Response(
        svg(frame.game.picture(frame.view, frame.names)),
        media_type="image/svg+xml",
        headers={
            "content-disposition": f'inline; filename="{frame.game.name}-{table}-{frame.ply}.svg"',
            "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
            "cache-control": "private, no-store",
        },
    )
