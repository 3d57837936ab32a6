"""The faces of all games on the shelf, looked up by name; a game without one, or with a broken one, has a plain one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from sheepfold.core.contract.face import Face
from sheepfold.core.drawing.pen import SYMBOLS
from sheepfold.core.drawing.scene import UnknownDrawing
from sheepfold.core.errors import SheepfoldError
from sheepfold.games import Shelf
from sheepfold.web.logs import trace

T = TypeVar("T")
PLAIN: Final = Face()


@dataclass(slots=True)
class Faces:
    """Loaded when the server starts. One that fails, fails for that request alone."""

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
