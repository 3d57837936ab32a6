"""A command on its way to a reply: what was asked, by whom, and what its answer needs."""

from __future__ import annotations

from dataclasses import dataclass

from sheepfold.command.sender import Counting, Sender
from sheepfold.command.syntax import Understood
from sheepfold.core.progress import AnyGame
from sheepfold.core.words import NotUnderstood
from sheepfold.play.people.users import User
from sheepfold.play.service import Service
from sheepfold.play.terms import TableId, UserId


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
        return self.service.game(self.asked.game)

    @property
    def board(self) -> int:
        assert self.asked.board is not None
        return self.asked.board

    async def count(self, what: str) -> None:
        """Something dear is about to be done, by whoever speaks. Raises TooMany."""
        await self.counting.count(what, None if self.user is None else self.user.id)

    def key(self, number: int) -> str | None:
        """For one of several things that a command does."""
        return None if self.sender.key is None else f"{self.sender.key}.{number}"

    @property
    def unproven_form(self) -> bool:
        """Whether the sender may leave userid and password out, so that replies do the same."""
        return self.sender.user is not None and not self.asked.name

    async def table(self, number: int | None = None) -> TableId:
        """The table of the board that is spoken of. Raises NotFound, NotUnderstood (a board of another game)."""
        number = self.board if number is None else number
        user: UserId | None = None if self.user is None else self.user.id
        table = await self.service.boards.find(number, user)
        played = (await self.service.info(table, user)).terms.game
        if played != self.asked.game:
            raise NotUnderstood(f"Board {number} is one of {self.service.game(played).title}: begin with {played}.")
        return table
