"""Where a game played here is kept: a file that is brought up to date after every move."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sheepfold.cli.files import FileError, read_records, write_file
from sheepfold.core.errors import RecordError
from sheepfold.core.options import shown
from sheepfold.core.record import Record, to_json, to_text


@dataclass
class Keeper:
    """One file for one game. ``as_text`` chooses the readable form."""

    path: Path
    as_text: bool

    def keep(self, record: Record) -> None:
        """Write the game down. Raises FileError."""
        write_file(self.path, to_text(record) if self.as_text else to_json(record) + "\n")


def new_keeper(name: str) -> Keeper:
    """A file that does not exist yet; ``.txt`` asks for readable text. Raises FileError."""
    path = Path(os.path.expanduser(name))
    if os.path.lexists(path):
        raise FileError(f"There is already something called {shown(name)}; choose another name.")
    return Keeper(path, path.suffix.lower() == ".txt")


def default_keeper(game: str, now: datetime) -> Keeper:
    """A new file in the data folder, named after the game and the time."""
    data = os.environ.get("XDG_DATA_HOME") or ""
    home = Path(os.path.expanduser("~"))
    folder = (Path(data) if os.path.isabs(data) else home / ".local" / "share") / "sheepfold" / "games"
    stem, number = f"{game}-{now:%Y%m%d-%H%M%S}", 1
    path = folder / f"{stem}.json"
    while os.path.lexists(path):
        number += 1
        path = folder / f"{stem}-{number}.json"
    return Keeper(path, as_text=False)


def open_keeper(name: str) -> tuple[Keeper, Record]:
    """The file of a game to be continued, and the game. Raises FileError or RecordError."""
    if name == "-":
        raise FileError("A game is continued from a file, not from standard input.")
    records = list(zip(read_records(name), range(2), strict=False))
    if len(records) != 1:
        many = "holds several games: take one out with sheepfold convert" if records else "holds no game"
        raise RecordError(f"{shown(name)} {many}.")
    path = Path(name)
    return Keeper(path, as_text=not path.read_bytes().lstrip().startswith(b"{")), records[0][0]
