"""The faces of all games on the shelf, looked up by name; a game without one, or with a broken one, has a plain one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Any, Final, TypeVar

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.face import Face
from sheepfold.games import Shelf
from sheepfold.web.logs import trace

T = TypeVar("T")
PLAIN: Final = Face()


@dataclass(slots=True)
class Faces:
    """Loaded when the server starts; one that breaks later is put aside for good."""

    shelf: Shelf
    log: Any
    found: dict[str, Face] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.shelf:
            try:
                self.found[name] = getattr(self.shelf.room(name, "face"), "FACE", PLAIN)
            except Exception as error:
                self.put_aside(name, error)

    def of(self, name: str) -> Face:
        return self.found.get(name, PLAIN)

    def shown(self, name: str, make: Callable[[], T]) -> T:
        """What ``make`` makes of the game; where that fails and the game's face may be why, once more without it."""
        try:
            return make()
        except Exception as error:
            if isinstance(error, SheepfoldError) or self.of(name) is PLAIN:
                raise
            self.put_aside(name, error)
            return make()

    def put_aside(self, name: str, error: Exception) -> None:
        """The face of that game does not work: say so, and show the game without it."""
        self.log.error("the face of a game is broken; it is shown without", game=name, fault=trace(error))
        self.found[name] = PLAIN


def page_files(shelf: Shelf) -> Iterator[tuple[str, Traversable]]:
    """What the games bring along for their pages, by its address below ``games/``."""
    for name in shelf:
        folder = shelf.folder(name)
        page = None if folder is None else folder.joinpath("page")
        if page is not None and page.is_dir():
            yield from ((f"{name}/{file.name}", file) for file in page.iterdir() if file.is_file())
