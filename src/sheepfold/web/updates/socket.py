"""Live sockets: one per table, or one per player for all their tables.

Both tell only what is stored already and what their viewer may know, in the order of the viewer's own
event numbers, without gaps or repeats. Both take commands, so that a program can play over one
connection. Whoever floods or stalls is closed with a reason.
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from contextlib import aclosing, suppress
from typing import Any, ClassVar, Final, TypeVar

import msgspec
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from sheepfold.core.errors import SheepfoldError
from sheepfold.play.rate_limits import COMMANDS, TokenBucket
from sheepfold.play.tables.watching import watch_page
from sheepfold.play.terms import Sight, Status, TableId, Update, UserId
from sheepfold.web.admission import admitted, count, loading, payers
from sheepfold.web.api.shapes import Listened, Wanted, Watched, encode, update_shape
from sheepfold.web.frames import POLICY, TOO_MANY_FRAMES
from sheepfold.web.problems import NotSignedIn, Unreadable, problem_of, readable
from sheepfold.web.security import check_origin
from sheepfold.web.site import RECHECK, Caller, Site, address_of, find_again, stay_known
from sheepfold.web.updates.messages import (
    AnswerOffer,
    ChoicesFound,
    Choose,
    Done,
    Follow,
    KeepNote,
    Move,
    Ping,
    Pong,
    Propose,
    Refused,
    Say,
    Sent,
    Taken,
    TurnPage,
    Want,
    WentTo,
)

STALL: Final = 20.0
"""Seconds in which a message must have left; a client that reads nothing for so long is given up."""
LAST_WORDS: Final = 1.0
"""Seconds in which a client that stalled can still hear why it is closed."""
FIRST_WORD: Final = 1.0
"""Seconds for which a player's socket is silent, in case the player's first word is where to resume."""
CLOSE: Final = 4000
"""A refusal closes the socket with 4000 plus its HTTP status."""
TAKEN: Final = msgspec.json.Decoder(Taken)
"""Reads commands."""

Q = TypeVar("Q")


class Flooded(Exception):
    """The client sends more than anybody needs to."""


class LiveSocket(ABC):
    """One connected socket: tasks that tell, listen, look out and check the caller; the first to end ends all."""

    cost: ClassVar[float] = 3.0
    """Milliseconds that it costs to open one."""

    def __init__(self, websocket: WebSocket, site: Site, caller: Caller | None) -> None:
        self.websocket, self.site, self.caller = websocket, site, caller
        self.user = None if caller is None else caller.id
        self.bucket = TokenBucket(COMMANDS)
        self.payers = payers(caller, websocket)
        self.checked = time.monotonic()

    async def serve(self) -> None:
        with self.site.service.revocations.of(self.user) as self.revoked:
            await self.run()

    async def run(self) -> None:
        works = [*self.tellers(), self._listen()]
        if self.user is not None:
            works.append(stay_known(self.site, self.websocket, self.user))
        tasks = [asyncio.create_task(work) for work in works]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            while done:
                done.pop().result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            del task, tasks  # what one of them raised holds on to this very frame

    def tellers(self) -> list[Coroutine[Any, Any, None]]:
        """What tells of something, each by itself."""
        return [self.tell()]

    @abstractmethod
    async def tell(self) -> None:
        """Send updates until the socket closes."""

    @abstractmethod
    def table_of(self, command: Taken) -> TableId:
        """Which table a command is about."""

    async def follow(self, command: Follow) -> None:
        raise Unreadable("This socket follows its one table; say since in its address.")

    async def send(self, message: Sent) -> None:
        await self.pass_on(encode(message))

    async def pass_on(self, text: bytes) -> None:
        """Send a message that is JSON already."""
        if self._doubtful(time.monotonic()):
            await self._recheck()
        async with asyncio.timeout(STALL):
            await self.websocket.send_text(text.decode())

    def _doubtful(self, now: float) -> bool:
        """Whether a session or token of the caller's ended here, or may have ended elsewhere by now."""
        return self.user is not None and (now - self.checked >= RECHECK or self.revoked.is_set())

    async def _recheck(self) -> None:
        self.checked = time.monotonic()
        self.revoked.clear()
        if self.user is not None:
            await find_again(self.site, self.websocket, self.user)

    # -- commands ------------------------------------------------------------------------------

    async def _listen(self) -> None:
        while True:
            message = await self.websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if self.bucket.take():
                raise Flooded
            raw = message.get("text")
            await self._obey(message.get("bytes") or b"" if raw is None else raw.encode())

    async def _obey(self, raw: bytes) -> None:
        name = "-"
        try:
            with readable("The message"):
                command: Taken = TAKEN.decode(raw)
            name = command.id
            await self.site.limits.spend(self._cost(command), *self.payers)
            if self._doubtful(time.monotonic()):
                await self._recheck()
            await self.send(await self._do(command))
        except NotSignedIn:
            raise
        except SheepfoldError as error:
            await self.send(Refused(name, problem_of(error)))

    def _cost(self, command: Taken) -> float:
        return command.cost * len(command.tables) + loading(self.site, *command.tables)

    async def _do(self, command: Taken) -> Sent:
        service = self.site.service
        if isinstance(command, Ping):
            return Pong(command.id)
        caller, user = self._player()
        match command:
            case Move():
                await service.tables.move(self.table_of(command), user, command.move, command.expected, command.key)
            case Say():
                await count(self.site, "chat", self.websocket, caller)
                await service.chat.say(self.table_of(command), user, command.text, command.key, command.invite)
            case Choose():
                found = await service.watching.choices(
                    self.table_of(command), user, tuple(command.so_far), command.ready
                )
                return ChoicesFound(command.id, found)
            case Propose():
                await count(self.site, "chat", self.websocket, caller)
                await service.tables.offer(self.table_of(command), user, command.kind, command.about, command.bot)
            case AnswerOffer():
                await service.tables.answer(self.table_of(command), user, command.kind, command.accept)
            case KeepNote():
                await service.chat.set_note(self.table_of(command), user, command.text)
            case Follow():
                await self.follow(command)
        return Done(command.id)

    def _player(self) -> tuple[Caller, UserId]:
        """Who may do more than listen. Raises Unreadable, NotAllowed."""
        if self.caller is None or self.user is None:
            raise Unreadable("Log in first: a spectator only listens.")
        self.caller.check("play")
        return self.caller, self.user


class TableSocket(LiveSocket):
    """Everything that you may know of one table, as it happens.

    The first update comes at once. After a lost connection say ``since`` (the number of your last event)
    and ``chat_since`` in the address: what you missed comes first, without gaps or repeats. A private
    table needs ``invite``, unless you sit there. ``want`` says what updates hold: ``view``, and what pages draw
    (``scene``, ``text``, ``aids``, ``hidden``), in the address with commas between them, and later as a command.
    """

    def __init__(self, websocket: WebSocket, site: Site, caller: Caller | None) -> None:
        super().__init__(websocket, site, caller)
        self.table: TableId = websocket.path_params["table"]
        known = query(websocket, Watched)
        self.wants = frozenset(_converted(known.want.split(","), list[Wanted]))
        self.place = site.service.watching.place(self.table, self.user, known.invite, known.since, known.chat_since)
        self.place.hidden = "hidden" in self.wants
        self.together = known.together
        self.interlude = 0
        """The number of the interlude that was told last."""

    def tellers(self) -> list[Coroutine[Any, Any, None]]:
        return [self.tell()] if self.together is None else [self.tell(), self._follow(self.together)]

    async def _follow(self, room: str) -> None:
        """Where those of the shared replay are."""
        place = self.place
        async with aclosing(
            self.site.service.shared_replays.follow(self.table, room, self.user, place.invite)
        ) as turns:
            async for now in turns:
                await self.send(WentTo(now.ply, now.by))

    async def tell(self) -> None:
        async with aclosing(watch_page(self.place)) as sights:
            async for sight in sights:
                await self.pass_on(await self._written(sight))

    async def _written(self, sight: Sight) -> bytes:
        scenes, wants = self.site.scenes, self.wants
        aids = await scenes.aids(sight, address_of(self.websocket)) if "aids" in wants else None
        message, self.interlude = scenes.message(sight, wants, aids, self.interlude)
        return message

    def table_of(self, command: Taken) -> TableId:
        if command.table not in ("", self.table):
            raise Unreadable("This socket is for one table; open another for the other.")
        return self.table

    async def _do(self, command: Taken) -> Sent:
        if isinstance(command, Want):
            self.wants = frozenset(command.want)
            self.place.show("hidden" in self.wants)
            return Done(command.id)
        if isinstance(command, TurnPage):
            _, user = self._player()
            if self.together is None:
                raise Unreadable("This socket follows no shared replay; say together in its address.")
            await self.site.service.shared_replays.turn(self.table, self.together, user, command.ply, self.place.invite)
            return Done(command.id)
        return await super()._do(command)


class PlayerSocket(LiveSocket):
    """Everything that you are told at all the tables where you sit, and what is said there, as it happens; and each
    table of somebody else that waits for you, once. With ``challenges`` in the address only these.

    After a lost connection send ``follow`` with the numbers of your last event (``since``) and line of talk
    (``chat_since``) at each table: what you missed comes first, without gaps or repeats. Let it be your first
    command, at once: updates wait for your first command, up to a second. If something was told before your
    ``follow`` came, it comes again after what you missed: take an event only if its number is the next one.
    Other commands name their table.
    """

    def __init__(self, websocket: WebSocket, site: Site, caller: Caller | None) -> None:
        super().__init__(websocket, site, caller)
        if self.user is None:
            raise NotSignedIn("Log in first, or start as a guest with POST /guests.")
        self.spoken_to = asyncio.Event()
        self.challenges = query(websocket, Listened).challenges

    async def run(self) -> None:
        assert self.user is not None
        async with self.site.service.watching.listen(self.user, self._send_update) as self.listening:
            await super().run()

    async def _send_update(self, update: Update) -> None:
        if not self.challenges or (update.info is not None and update.info.status is Status.WAITING):
            await self.send(update_shape(update))

    async def tell(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(FIRST_WORD):
                await self.spoken_to.wait()
        await self.listening.run()

    async def _obey(self, raw: bytes) -> None:
        await super()._obey(raw)
        self.spoken_to.set()

    async def follow(self, command: Follow) -> None:
        await self.listening.follow(command.since, command.chat_since)

    def table_of(self, command: Taken) -> TableId:
        if not command.table:
            raise Unreadable("Say at which table: this socket is for all of yours.")
        return command.table


class SocketDoor:
    """Lets a socket in, counts it, and words why it is closed."""

    def __init__(self, path: str, kind: type[LiveSocket]) -> None:
        self.path, self.kind = path, kind

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["sheepfold.route"] = self.path
        websocket = WebSocket(scope, receive, send)
        site: Site = scope["app"].state.site
        try:
            check_origin(site.settings, websocket)
        except SheepfoldError:
            await websocket.close()  # before it was accepted: the server answers 403, and no page can read more
            return
        await websocket.accept()
        with suppress(WebSocketDisconnect):
            await self._host(websocket, site)

    async def _host(self, websocket: WebSocket, site: Site) -> None:
        try:
            caller = await admitted(site, websocket, self.kind.cost)
            if caller is not None:
                caller.check("read")
            with site.kept_open(websocket, caller):
                await self.kind(websocket, site, caller).serve()
        except SheepfoldError as error:
            problem = problem_of(error)
            await _close(websocket, CLOSE + problem.status, problem.detail)
        except Flooded:
            await _close(websocket, POLICY, TOO_MANY_FRAMES)
        except TimeoutError:
            site.log.info("socket stalled", route=self.path)
            with suppress(TimeoutError):
                async with asyncio.timeout(LAST_WORDS):
                    await _close(websocket, POLICY, "Nothing was read here for too long.")


async def _close(websocket: WebSocket, code: int, reason: str) -> None:
    """Close with a reason, cut to the 123 bytes that a close frame holds."""
    await websocket.close(code, reason.encode()[:123].decode(errors="ignore"))


def query(websocket: WebSocket, shape: type[Q]) -> Q:
    """What the socket's address says. Raises Invalid."""
    return _converted(dict(websocket.query_params), shape)


def _converted(value: Any, shape: type[Q]) -> Q:
    with readable("The address"):
        return msgspec.convert(value, shape, strict=False)


SOCKETS: Final = (
    ("/tables/{table}/socket", TableSocket),
    ("/me/socket", PlayerSocket),
)
