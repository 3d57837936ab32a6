"""What a page shows of a table beyond what is told there: the board as sprites, plates, facts, interlude, guide.

All of it is data, made from one viewer's sight of the table and from nothing else. Pages and programs ask for it at the
table's socket.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from sheepfold.bots import known_bot
from sheepfold.core.contract import Seat
from sheepfold.core.contract.face import Face
from sheepfold.core.drawing.pen import SYMBOLS
from sheepfold.core.drawing.scene import UnknownDrawing
from sheepfold.core.drawing.sprites import board_data
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.memory import Memory
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.scores import Interlude
from sheepfold.core.verdict import board_text, decided, ending, headline
from sheepfold.core.words.prose import anchor
from sheepfold.games import Shelf
from sheepfold.play.bots.advice import silence
from sheepfold.play.service import Service
from sheepfold.play.terms import Sight, Status, TableInfo
from sheepfold.web.api.shapes import Card, Chair, Pause, TableScene, TableUpdate, encode, update_shape
from sheepfold.web.logs import trace
from sheepfold.web.rate_limits import WorkQueue
from sheepfold.web.updates.guiding import guide

T = TypeVar("T")

PLAIN: Final = Face()
KEPT: Final = 512
"""Boards and messages that are remembered: all who see the same are sent it within a moment."""


@dataclass(slots=True)
class Faces:
    """The faces of all games on the shelf, loaded when the server starts; a plain one for a game without one, or with a
    broken one. One that fails, fails for that request alone."""

    shelf: Shelf
    log: Any
    found: dict[str, Face] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.shelf:
            try:
                self.found[name] = _checked(getattr(self.shelf.room(name, "face"), "FACE", PLAIN))
            except Exception as error:
                self._complain(name, error)

    def of(self, name: str) -> Face:
        return self.found.get(name, PLAIN)

    def shown(self, name: str, make: Callable[[Face], T]) -> T:
        """What ``make`` makes of the game's face; where that fails, and the face may be why, of the plain one."""
        face = self.of(name)
        try:
            return make(face)
        except Exception as error:
            if isinstance(error, SheepfoldError) or face is PLAIN:
                raise
            self._complain(name, error)
            return make(PLAIN)

    def _complain(self, name: str, error: Exception) -> None:
        """Into the log; with what was said only where that quotes no position."""
        said = f"{error} " if isinstance(error, UnknownDrawing | ImportError) else ""
        self.log.error("the face of a game is broken; it is shown without", game=name, fault=said + trace(error))


def _checked(face: Face) -> Face:
    """The face, whose heads are drawings that there are. Raises UnknownDrawing."""
    for name in (face.head, *face.heads.values()):
        if name not in SYMBOLS and face.sign(name) is None:
            raise UnknownDrawing("head", name, SYMBOLS)
    return face


class Encoded(NamedTuple):
    """What is sent, or a part of it, as JSON."""

    text: bytes
    interlude: int = 0
    """The number of the interlude that it tells of; 0: of none."""


class Scenes:
    """One per process. What viewers see alike is made once."""

    def __init__(self, service: Service, faces: Faces, drawing: WorkQueue) -> None:
        self._service, self._faces, self._drawing = service, faces, drawing
        self._kept: Memory[Hashable, Encoded] = Memory(KEPT)

    def update(self, sight: Sight, wants: frozenset[str], aids: Any = None, known: int = 0) -> TableUpdate:
        """What a socket is sent. ``known``: the number of the interlude that it was told of last; 0: of none yet."""
        made = update_shape(sight.update, sight.position, view="view" in wants)
        made.own, made.aids = sight.own, aids
        if sight.position.clocks:
            made.now = round(self._service.now, 1)
        if sight.position.view is not None:
            if "scene" in wants:
                made.scene = self._scene(sight, known)
            if "text" in wants:
                made.text, made.decided = self.text(sight), self._decided(sight)
        return made

    def message(self, sight: Sight, wants: frozenset[str], aids: Any, known: int) -> Encoded:
        """The same as JSON; for spectators, who are all told the same, it is made once."""
        if sight.own is not None:
            return self._told(sight, wants, aids, known)
        news = sight.update
        said = tuple([line.number for line in news.chat])
        what = len(news.events), said, news.info is None, news.anew, round(self._service.now, 1)
        key = sight.info.id, sight.told, wants, known, what
        return self._kept.get(key) or self._kept.keep(key, self._told(sight, wants, aids, known))

    def _told(self, sight: Sight, wants: frozenset[str], aids: Any, known: int) -> Encoded:
        made = self.update(sight, wants, aids, known)
        pause = None if made.scene is None else made.scene.interlude
        return Encoded(encode(made), 0 if pause is None else pause.number)

    def _scene(self, sight: Sight, known: int) -> TableScene:
        game = self._service.shelf.game(sight.info.terms.game)
        return self._faces.shown(game.name, lambda face: self._made(game, face, sight, known))

    async def aids(self, sight: Sight, payer: str) -> Any:
        """What the viewer could work out, off the event loop. Raises TooOften."""
        info, view = sight.info, sight.position.view
        if not info.terms.aids or info.rated or sight.own is None or sight.hidden or view is None:
            return None
        name = info.terms.game
        return await self._drawing.run(payer, lambda: self._faces.shown(name, lambda face: face.aids(view)))

    def text(self, sight: Sight) -> str:
        """The board in words."""
        info = sight.info
        return board_text(self._service.shelf.game(info.terms.game), sight.position.view, sight.opened, info.names)

    def _decided(self, sight: Sight) -> str:
        """That nothing can change any more who wins, for a player."""
        info, own = sight.info, sight.own
        if own is None:
            return ""
        return decided(self._service.shelf.game(info.terms.game), sight.position.view, info.names, own.seat)

    def _made(self, game: AnyGame, face: Face, sight: Sight, known: int) -> TableScene:
        info, view, names = sight.info, sight.position.view, sight.info.names
        made = TableScene(
            headline=_headline(game, sight, names),
            detail=_detail(sight),
            game=face.page(view, names),
            bidding=game.bidding(view),
            decided=self._decided(sight),
            facts=face.facts(view, names),
            plates=[(game.role(view, one.seat), face.score(view, one.seat)) for one in info.seats],
            section=anchor(face.section(view)),
            card=self._card(game, info) if sight.update.info is not None else None,
            interlude=_pause(game, face, sight, known),
            guide=guide(game, face.lesson, sight),
            plain=face is not self._faces.of(game.name),
        )
        if face.own_stage:
            made.stage = face.stage(view, sight.opened, names)
        else:
            made.board = self._board(game, sight)
        return made

    def _board(self, game: AnyGame, sight: Sight) -> msgspec.Raw:
        """The sprites as JSON: once for all where nothing is hidden, and once for all spectators."""
        viewer = sight.position.seat if game.hides else None
        key = sight.info.id, sight.told, viewer
        found = self._kept.get(key)
        if found is None:
            scene = game.board(sight.opened or sight.position.view, sight.info.names)
            found = self._kept.keep(key, Encoded(encode(board_data(scene, ground=False))))
        return msgspec.Raw(found.text)

    def _card(self, game: AnyGame, info: TableInfo) -> Card:
        adviser = self._service.adviser.adviser(game, info.terms, info.rated)
        bots = any(one.kind == "bot" for one in info.seats)
        silent = silence(info.status, game.hides, info.rated)
        chairs = [
            Chair(
                info.names[one.seat],
                info.plate_names[one.seat],
                known_bot(game.name, one.name).level if one.kind == "bot" else 0,
            )
            for one in info.seats
        ]
        return Card(chairs, "" if adviser is None else adviser.title, bots and not silent)


def _headline(game: AnyGame, sight: Sight, names: Mapping[Seat, str]) -> str:
    """Whose turn it is and what to do, or how it ended."""
    outcome, own = sight.position.outcome, sight.own
    if outcome is not None:
        return headline(game, outcome, names, None if own is None else own.seat)
    if own is not None and sight.info.status is not Status.OVER and sight.info.seats[own.seat - 1].left:
        return "You have left. Come back to play on."
    if sight.hidden:
        return "Your secrets are hidden. Show them again to move."
    return sight.position.prompt.headline


def _detail(sight: Sight) -> str:
    """The rest of the prompt, or what was told last."""
    if sight.position.outcome is not None:
        return ""
    return sight.position.prompt.detail or " ".join(sight.last)


def _pause(game: AnyGame, face: Face, sight: Sight, known: int) -> Pause | None:
    view, names, outcome = sight.position.view, sight.info.names, sight.position.outcome
    seat = None if sight.own is None else sight.own.seat
    if outcome is not None:
        found: Interlude | None = ending(game, outcome, view, names, seat)
    else:
        found = game.interlude(view, names)
    if found is None:
        return None
    if found.number == known:
        return Pause(found.number)
    made = Pause(found.number, found.title, found.score, found.words, found.onward, found.roles, found.notes)
    made.scoreboard, made.ratings = found.scoreboard, sight.ratings
    if outcome is None:
        made.stage = face.past(view, names)
        if made.stage is None and found.board is not None:
            made.board = board_data(found.board, ground=True)
    return made
