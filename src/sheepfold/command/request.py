"""A command on its way: who sends it, what was asked, and the reply that goes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

from sheepfold.command.verbs import Understood
from sheepfold.core.drawing.scene import Scene
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.words.paragraphs import Text, as_mail
from sheepfold.core.words.prose import NotUnderstood
from sheepfold.play.people.users import NOWHERE, ClientInfo, User
from sheepfold.play.service import Service
from sheepfold.play.terms import TableId, UserId

Door: TypeAlias = Literal["shell", "mail", "page"]

HOUSE: Final = "Sheepfold"
"""What a subject begins with where no game is spoken of."""


@dataclass(frozen=True, slots=True)
class Sender:
    """Where a command comes from."""

    door: Door
    user: UserId | None = None
    """Who it is, where the door has proof: a session, or the token of a reply. They may leave userid and password
    out."""
    address: str | None = None
    """The mail address that it came from and that the reply goes to; anybody can write one into a mail."""
    board: int | None = None
    """The board that is answered to: then a line may be nothing but a move,"""
    asked: int | None = None
    """and is meant as the move of that number, which was the next in what is answered."""
    letterhead: tuple[str, ...] = ()
    """What stands on every letter of the door besides: a comment that holds some of it quotes one."""
    client: ClientInfo = NOWHERE
    """For the audit log."""
    patience: float = 0.0
    """Seconds for which the reply may wait for the moves of bots."""
    key: str | None = None
    """The same for a command that is sent again because its reply was lost: it is carried out once."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What goes back, or what somebody is told of a board unasked."""

    subject: str
    paragraphs: Text
    board: int | None = None
    table: TableId | None = None
    picture: Scene | None = None
    """What the reader may see of the board; drawn for mails alone."""
    ok: bool = True
    """Whether the command was carried out; if not, nothing was changed."""
    line: str = ""
    """Of a command that was refused the line, without its passwords: so it may be shown and kept."""
    to: UserId | None = None
    """Whom it is for, where that is known."""
    number: int = 0
    """The last event of the table that it tells of; 0: it does not say how the table stands."""
    heard: int = 0
    """The last line of talk that it tells of."""
    following: int = 0
    """The number of the next move in it; 0: it shows no board as it stands."""
    puzzle: str = ""
    """The puzzle in it that its reader may answer; empty: none."""
    asks: UserId | None = None
    """Who must answer it before the command, which is its subject, is carried out."""

    @property
    def text(self) -> str:
        """As a mail shows it."""
        return as_mail(self.paragraphs)


class Counting(Protocol):
    """What a door counts: wrong passwords, and what is dear."""

    async def log_in(self, name: str, password: str) -> User:
        """Whose name and password these are. Raises Forbidden, TooMany."""
        ...

    async def count(self, what: str, user: UserId | None) -> None:
        """Something dear is about to be done: ``sign-up``, ``tables``, ``seats``, ``chat`` or ``mail``. ``user``: by
        whom, if that is proven. Raises TooMany."""
        ...


@dataclass(frozen=True, slots=True)
class Request:
    """One command. ``user`` is who speaks, proven; None: anybody."""

    service: Service
    sender: Sender
    counting: Counting
    asked: Understood
    body: str = ""
    user: User | None = None

    @property
    def me(self) -> User:
        """Who speaks, in commands that nobody can give unproven."""
        assert self.user is not None
        return self.user

    @property
    def game(self) -> AnyGame:
        """The game that the command was given for."""
        assert self.asked.game is not None
        return self.service.shelf.game(self.asked.game)

    @property
    def board(self) -> int:
        assert self.asked.board is not None
        return self.asked.board

    @property
    def reader(self) -> UserId | None:
        """Who reads the reply, if that is proven."""
        return None if self.user is None else self.user.id

    def board_reply(self, what: str, text: Text, table: TableId) -> Reply:
        """A letter about the board that was named, which does not show it as it stands."""
        return Reply(f"{self.game.title} Board {self.board} {what}", text, self.board, table, to=self.reader)

    async def count(self, what: str) -> None:
        """Something dear is about to be done, by whoever speaks. Raises TooMany."""
        await self.counting.count(what, self.reader)

    def key(self, number: int) -> str | None:
        """For one of several things that a command does."""
        return None if self.sender.key is None else f"{self.sender.key}.{number}"

    @property
    def leaves_proof_out(self) -> bool:
        """Whether the sender may leave userid and password out, so that replies do the same."""
        return self.sender.user is not None and not self.asked.name

    async def table(self, number: int | None = None) -> TableId:
        """The table of the board that is spoken of. Raises NotFound, NotUnderstood (a board of another game)."""
        number = self.board if number is None else number
        table = await self.service.boards.find(number, self.reader)
        played = (await self.service.tables.info(table, self.reader)).terms.game
        if played != self.asked.game:
            title = self.service.shelf.game(played).title
            raise NotUnderstood(f"Board {number} is a board of {title}: write {played} before the command.")
        return table
