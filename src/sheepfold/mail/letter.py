"""A mail before it is written: plain data, made from what its reader may know."""

from __future__ import annotations

from dataclasses import dataclass

from sheepfold.core.look.scene import Scene
from sheepfold.core.look.svg import plain, svg
from sheepfold.core.paragraphs import Paragraph, Text


class Unwritten(Exception):
    """A letter of which no mail can be made, or none just now: no fault of any other."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing as a document of its own, and the same in words."""

    document: str
    words: str

    @classmethod
    def of(cls, scene: Scene) -> Picture:
        """Takes some milliseconds."""
        return cls(plain(svg(scene)), scene.description or scene.title)


@dataclass(frozen=True, slots=True)
class Letter:
    """All that a mail says; ``compose`` writes it."""

    sender: str
    to: str
    subject: str
    paragraphs: Text
    message_id: str
    at: float
    """When it is sent."""
    lead: str = ""
    """The line above which its answer is written; empty: it is not answered."""
    picture: Picture | None = None
    envelope: str = ""
    """The address that it comes back to if nobody can bring it; empty: the sender."""
    reply_to: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    unsubscribe: tuple[str, ...] = ()
    """Addresses (https and mailto) by which the reader ends such mails with one click."""
    answer: bool = False
    """Whether it answers a mail: programs then say so, and nobody's machine answers back."""
    footer: Paragraph = ()
    """What stands below a line at the end, in the text and in the HTML part alike."""
    list_id: str = ""
