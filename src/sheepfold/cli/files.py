"""Records on disk: reading whatever file somebody names, writing so that nothing is ever lost, and the file of a game
that is brought up to date after every move."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from sheepfold.core.errors import RecordError, SheepfoldError
from sheepfold.core.records.record import Record, from_either, from_json, to_json, to_text
from sheepfold.core.words.prose import shown

LONGEST = 8 * 1024 * 1024
"""No record is longer than this many bytes."""


class FileError(SheepfoldError):
    """A file that cannot be read or written."""


@contextmanager
def file_errors(name: str, what: str) -> Iterator[None]:
    """Whatever the system says of a file becomes a FileError."""
    try:
        yield
    except UnicodeDecodeError:
        raise FileError(f"{shown(name)} cannot be {what}: it is not text.") from None
    except (OSError, ValueError) as error:
        reason = "this is not a file name" if isinstance(error, ValueError) else error.strerror or type(error).__name__
        raise FileError(f"{shown(name)} cannot be {what}: {reason.lower()}.") from None


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """The file of that name, or standard input for ``-``."""
    with file_errors(name, "read"):
        if name == "-":
            yield sys.stdin.buffer
        else:
            with open(name, "rb") as file:
                yield file


def _decoded(data: bytes) -> str:
    if len(data) > LONGEST:
        raise RecordError("This is not a record: it is far too long.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError("This is not a record: it is not text.") from None
    if "\0" in text:
        raise RecordError("This is not a record: it is not text.")
    return text


def _is_whole_json(line: bytes) -> bool:
    """Whether a record may stand on this line alone, as in the output of self-play."""
    return line.startswith(b"{") and line.endswith(b"}")


def read_records(name: str) -> Iterator[Record]:
    """Every record in a file: one in either form, or many as JSON lines. Raises RecordError or FileError."""
    with _opened(name) as file:
        line = file.readline(LONGEST + 1)
        while line and not line.strip():
            line = file.readline(LONGEST + 1)
        if line.startswith(b'{"contest":'):
            yield from _of_an_arena(file)
            return
        if line and not _is_whole_json(line.strip()):
            yield from_either(_decoded(line + file.read(LONGEST + 1)))
            return
        while line:
            if line.strip():
                yield from_json(_decoded(line))
            line = file.readline(LONGEST + 1)


def _of_an_arena(lines: BinaryIO) -> Iterator[Record]:
    """The records in the results of an arena. A last line that was cut off is left out."""
    while line := lines.readline(LONGEST + 1):
        if not _is_whole_json(line.strip()):
            continue
        try:
            found = json.loads(_decoded(line)).get("record")
        except ValueError:
            continue
        if not isinstance(found, str) or not found:
            raise RecordError("A game of this arena was kept without its record.")
        yield from_json(found)


def read_record(name: str, number: int = 1) -> Record:
    """The record of that number, from 1. Raises RecordError or FileError."""
    count = 0
    for record in read_records(name):
        count += 1
        if count == number:
            return record
    raise RecordError(f"There is no game {number} in {shown(name)}; it holds {count}.")


def write_file(path: Path, text: str) -> None:
    """Write all or nothing: a crash leaves the old file or the new one, never half. Raises FileError."""
    write_bytes(path, text.encode("utf-8", "replace"))


def write_bytes(path: Path, content: bytes) -> None:
    """The same for what is no text."""
    with file_errors(str(path), "written"):
        path = path.resolve()
        beside = path.with_name(f".{path.name}.{os.getpid()}.part")
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            raise IsADirectoryError(0, "something else has that name")
        try:
            # A running game's record holds everybody's secrets: for its owner's eyes only.
            with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        finally:
            with suppress(OSError):
                beside.unlink()


def whole_lines(path: Path) -> int:
    """How many lines a file has; a last one that was cut off is taken away. Raises FileError."""
    with file_errors(str(path), "read"), path.open("r+b") as file:
        count = end = 0
        for line in file:
            if line.endswith(b"\n"):
                count, end = count + 1, end + len(line)
        file.truncate(end)
        return count


@contextmanager
def output(name: str | None, append: bool = False) -> Iterator[BinaryIO]:
    """A file to write on as results come, behind what it holds if that is wished; or standard output."""
    if name is None or name == "-":
        yield sys.stdout.buffer
        return
    with file_errors(name, "written"):
        file = open(name, "ab" if append else "wb")  # noqa: SIM115 - closed below; only opening may be the user's fault
    with file:
        yield file


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


def lines_of(name: str) -> Iterator[str]:
    """The lines of a file; none, if there is no such file yet. Raises FileError."""
    if Path(name).exists():
        with _opened(name) as file:
            for line in file:
                yield _decoded(line)
