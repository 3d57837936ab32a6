"""What happened in a run, as those outside saw it: attempts and their answers, promises, what viewers heard, faults,
and how everything stood in the end. Moments are seconds since the run began, by this process alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

Answer: TypeAlias = Literal["done", "refused", "unknown"]
"""``unknown``: no answer came, or one that promises nothing; the move may have been played or not."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One request to move: meant for the position after ``ply`` moves, under an idempotency key."""

    table: str
    ply: int
    seat: int
    text: str
    key: str
    server: int
    began: float
    ended: float
    answer: Answer
    why: str = ""


@dataclass(frozen=True, slots=True)
class Promise:
    """Something beside a move that was acknowledged at that moment: a guest, the table, a seat, a line of chat."""

    table: str
    what: str
    at: float


@dataclass(frozen=True, slots=True)
class Heard:
    """One event that a viewer was told, in the order in which it came; ``line`` counts their connections. Lines of chat
    are a stream of their own: that of a viewer whose name ends with the word."""

    table: str
    viewer: str
    line: int
    number: int
    event: Mapping[str, Any]
    at: float


@dataclass(frozen=True, slots=True)
class Disturbance:
    """Something that was done to the servers."""

    name: str
    began: float
    ended: float


@dataclass(frozen=True, slots=True)
class Ending:
    """How a table stood when all faults were over: the stored truth, as asked for at the end."""

    table: str
    stored: tuple[str, ...]
    """What is there of all that can be promised, in the words of a promise."""
    opening: int
    """How many events were told before the first move."""
    moves: tuple[str, ...]
    stories: Mapping[str, tuple[Mapping[str, Any], ...]]
    """By viewer, everything that they should have been told."""
    chats: Mapping[str, tuple[Mapping[str, Any], ...]]
    """The same of the chat."""
    left: Mapping[int, float]
    """Seconds on each seat's clock, when the last move had been made."""
    main: float
    extra: float
    began: tuple[float, float]
    """The game began between these moments: asking for the last seat, and hearing that it is taken."""
    forfeited: bool


Entry: TypeAlias = Attempt | Promise | Heard | Disturbance | Ending
KINDS: Final[Mapping[str, type[Any]]] = {
    "attempt": Attempt, "promise": Promise, "heard": Heard, "disturbance": Disturbance, "ending": Ending,
}  # fmt: skip


@dataclass(slots=True)
class History:
    """Everything in the order in which it ended."""

    entries: list[Entry] = field(default_factory=list)

    def of(self, kind: type[Any]) -> Iterator[Any]:
        return (entry for entry in self.entries if isinstance(entry, kind))

    def write(self, path: Path) -> None:
        """One JSON object a line, to be looked at and checked again."""
        names = {kind: name for name, kind in KINDS.items()}
        with path.open("w", encoding="utf-8") as file:
            for entry in self.entries:
                file.write(json.dumps({"is": names[type(entry)], **asdict(entry)}) + "\n")

    @classmethod
    def read(cls, path: Path) -> History:
        """A history that was written. Raises ValueError where it was not."""
        return cls([_entry(json.loads(line)) for line in path.read_text("utf-8").splitlines()])


def _entry(found: dict[str, Any]) -> Entry:
    kind = KINDS.get(found.pop("is", ""))
    if kind is None or set(found) != {part.name for part in fields(kind)}:
        raise ValueError("This is no line of a history.")
    if kind is Ending:
        found["moves"], found["stored"] = tuple(found["moves"]), tuple(found["stored"])
        for told in ("stories", "chats"):
            found[told] = {viewer: tuple(story) for viewer, story in found[told].items()}
        found["began"] = tuple(found["began"])
        found["left"] = {int(seat): left for seat, left in found["left"].items()}
    made: Entry = kind(**found)
    return made
