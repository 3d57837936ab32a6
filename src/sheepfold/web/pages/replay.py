"""A finished game, move by move: every position has an address, its picture can be taken home, its draws checked."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from markupsafe import Markup
from starlette.responses import Response

from sheepfold.core.contract import NATURE, Seat
from sheepfold.core.errors import RecordError
from sheepfold.core.look.svg import svg
from sheepfold.core.progress import AnyGame, Step, first_state, verify
from sheepfold.core.progress import replay as replay_steps
from sheepfold.core.record import Record
from sheepfold.play.errors import NotFound
from sheepfold.web.pages import boards
from sheepfold.web.pages.visit import Visit, page, sprite_url, whole


@dataclass(frozen=True, slots=True)
class Line:
    """A move in the list: its number from 1, who made it, how it is written."""

    number: int
    who: str
    text: str


@dataclass(frozen=True, slots=True)
class Frame:
    """The game after so many moves, through one pair of eyes."""

    game: AnyGame
    record: Record
    ply: int
    viewer: Seat | None
    view: Any
    step: Step | None
    names: dict[Seat, str]

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

    def mover(self, seat: Seat) -> str:
        return "Chance" if seat == NATURE else self.names[seat]

    @property
    def lines(self) -> list[Line]:
        return [Line(n, self.mover(seat), text) for n, (seat, text) in enumerate(self.record.moves, 1)]

    @property
    def board(self) -> Markup:
        return Markup(boards.board(self.game, self.view, self.names, sprite_url()))

    @property
    def facts(self) -> list[boards.Fact]:
        return boards.facts(self.game, self.view)

    @property
    def text(self) -> str:
        return self.game.text(self.view, self.names)


async def frame_of(visit: Visit) -> Frame:
    """The frame that the address names: table, move number, and whose eyes. Raises NotFound, NotNow."""
    table, query = visit.request.path_params["table"], visit.request.query_params
    record = await visit.service.record(table, visit.user_id, query.get("invite") or None)
    game = visit.service.game(record.game)
    last = len(record.moves)
    asked = visit.request.path_params.get("ply", str(last))
    ply = whole(asked)
    if ply > last or (not ply and asked.strip("0")):
        raise NotFound(f"This game has positions from 0 to {last}.")
    eyes = whole(query.get("as", ""))
    viewer = eyes if 1 <= eyes <= len(record.seats) else None
    state, step = first_state(game, record), None
    for step in islice(replay_steps(game, record), ply):
        state = step.state
    names = dict(enumerate(record.seats, 1))
    return Frame(game, record, ply, viewer, game.view(state, viewer), step, names)


@page
async def replay(visit: Visit) -> Response:
    """One position of the replay. A script that only turns the page asks for the piece that changes."""
    frame = await frame_of(visit)
    table = visit.request.path_params["table"]
    if "piece" in visit.request.query_params:
        return visit.render("replay/frame.html", frame=frame, table=table)
    info = await visit.service.info(table, visit.user_id, visit.request.query_params.get("invite") or None)
    return visit.render("replay.html", frame=frame, table=table, info=info, fair=fair_dealing(frame))


def fair_dealing(frame: Frame) -> tuple[bool, str]:
    """Whether every draw follows from the seed that was promised at the start, in words."""
    try:
        found = verify(frame.game, frame.record)
    except RecordError as error:
        return False, str(error)
    if not found.seed_known:
        return False, "The seed of this game is not known, so its draws cannot be checked."
    if not found.draws:
        return True, "No chance was in this game, and every move was checked against the rules."
    return True, f"All {found.draws} draws follow from the seed whose hash was published before the first move."


@page
async def picture(visit: Visit) -> Response:
    """The position as one SVG file, complete in itself."""
    frame = await frame_of(visit)
    drawn = svg(frame.game.picture(frame.view, frame.names))
    name = f"{frame.game.name}-{visit.request.path_params['table']}-{frame.ply}.svg"
    return Response(
        drawn,
        media_type="image/svg+xml",
        headers={
            "content-disposition": f'inline; filename="{name}"',
            "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
            "cache-control": "private, no-store",
        },
    )
