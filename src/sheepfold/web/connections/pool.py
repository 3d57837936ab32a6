"""All open connections: how many there may be, whose they are, and which one goes when another comes.

A server has so many descriptors, which games and bots need too. Whoever comes is let in, as long as their address has
not more than its share. Where all places are taken, the connection goes that has been idle for longest and is nobody's;
players who sit at a table keep theirs.
"""

from __future__ import annotations

import asyncio
import os
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

from sheepfold.play.people.client_info import neighbourhood
from sheepfold.play.terms import UserId
from sheepfold.web.connections.connection import BUSY, IDLE, KNOWN, Bounds, Connection
from sheepfold.web.settings import SettingError, Settings

ASK_AGAIN: Final = 10.0
"""Seconds after which somebody who sat at a table may have left it."""
LEAST: Final = 8
"""Fewer places would be no server at all."""


class Address:
    """The connections of one address, by how they stand, each in the order in which it came to stand so."""

    __slots__ = ("groups", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.groups: tuple[dict[Connection, None], ...] = ({}, {}, {}, {})

    def __len__(self) -> int:
        return sum(map(len, self.groups))


class Connections:
    """All of one server. ``room`` is how many there may be; an address may have ``per_address`` of them (0: all)."""

    def __init__(
        self,
        room: int,
        *,
        bounds: Bounds | None = None,
        per_address: int = 0,
        per_player: int = 32,
        is_proxy: Callable[[str], bool] = lambda host: False,
    ) -> None:
        self.bounds = bounds or Bounds()
        self.nowhere: Final = Address("")
        """Of connections that are not made yet."""
        self.per_player, self.is_proxy = per_player, is_proxy
        self._share = per_address
        self.resize(room)
        self.seated: frozenset[UserId] = frozenset()
        """Of those who are connected, who sits at a table; kept up to date while it is crowded."""
        self._asked: frozenset[UserId] = frozenset()
        self._asked_at = 0.0
        self.stopping = False
        self._all: dict[Connection, None] = {}
        self._peers: dict[tuple[str, int], Connection] = {}
        self._addresses: dict[str, Address] = {}
        self._standing = 0
        self._players: dict[UserId, int] = {}
        self._known = 0
        """How many connections each player has, and all of them together."""

    def resize(self, room: int) -> None:
        """Sets how many connections there may be, and the limits that follow from it."""
        self.room = max(room, LEAST)
        self.spare = max(1, self.room // 8)
        """Places that are kept free, so that whoever comes need not wait until another has gone."""
        self.most_known = self.room * 3 // 4
        """The rest is for those who have yet to say who they are, and for other addresses."""
        self.per_address = min(self._share, self.room * 3 // 4)

    def __len__(self) -> int:
        """Descriptors in use, those of closing connections included."""
        return len(self._all)

    def __iter__(self) -> Iterator[Connection]:
        return iter(self._all)

    @property
    def full(self) -> bool:
        """Whether there is not even room to answer a refusal."""
        return len(self._all) > self.room

    # -- coming and going ----------------------------------------------------------------------

    def from_there(self, host: str, port: int) -> Connection | None:
        """The open connection from that host and port."""
        return self._peers.get((host, port))

    def admit(self, connection: Connection) -> bool:
        """Adds a connection if there is room, closing another if need be; whether it did."""
        host, _ = connection.peer
        name = neighbourhood(host)
        address = self._addresses.get(name)
        if address is None:
            address = self._addresses[name] = Address(name)
        self._all[connection] = None
        self._peers[connection.peer] = connection
        if not self._within_its_share(address, host) or not self._within_the_room():
            self._tidy(address)
            return False
        connection.address = address
        self._standing += 1
        address.groups[IDLE][connection] = None
        return True

    def _within_its_share(self, address: Address, host: str) -> bool:
        """Whether the address is below its limit, or one of its connections could be closed. A proxy has no limit."""
        if not self.per_address or self.is_proxy(host):
            return True
        if len(address) >= self.per_address:
            return self._make_room([address], self.per_address // 4)
        if len(address.groups[IDLE]) >= max(LEAST, self.per_address // 4):
            next(iter(address.groups[IDLE])).turn_away()  # so many unfinished requests would fill the memory
        return True

    def _within_the_room(self) -> bool:
        return self._standing < self.room - self.spare or self._make_room(
            list(self._addresses.values()), self.room // 4
        )

    def _make_room(self, among: list[Address], hall: int) -> bool:
        """Closes one connection: idle before busy, strangers before players, of the address that has most of them, the
        one that has been so for longest. Never that of somebody who sits at a table.

        A few idle ones may stay, though, while strangers are busy: else those who have just come, and had no time yet
        to say who they are, would make room for each other only.
        """
        few = sum(len(address.groups[IDLE]) for address in among) <= hall
        for standing in (BUSY, IDLE) if few else (IDLE, BUSY):
            group = max((address.groups[standing] for address in among), key=len)
            if group:
                next(iter(group)).turn_away()
                return True
        for standing in (IDLE + KNOWN, BUSY + KNOWN):
            for group in sorted((address.groups[standing] for address in among), key=len, reverse=True):
                for connection in group:
                    if connection.user not in self.seated:
                        connection.turn_away()
                        return True
        return False

    def part(self, connection: Connection) -> None:
        """Takes a closing connection out of all counts but that of descriptors."""
        group = connection.address.groups[connection.standing]
        if connection in group:
            self.recognise(connection, None)
            del connection.address.groups[connection.standing][connection]
            self._standing -= 1
            self._tidy(connection.address)

    def lost(self, connection: Connection) -> None:
        """Removes a closed connection, whose descriptor is free."""
        self.part(connection)
        self._all.pop(connection, None)
        if self._peers.get(connection.peer) is connection:  # else another has come from the same port meanwhile
            del self._peers[connection.peer]

    def _tidy(self, address: Address) -> None:
        if not any(address.groups):
            self._addresses.pop(address.name, None)

    # -- standing ------------------------------------------------------------------------------

    def put(self, connection: Connection, standing: int) -> None:
        """Marks a connection as idle or busy."""
        self._move(connection, connection.standing & KNOWN | standing)

    def recognise(self, connection: Connection, user: UserId | None) -> None:
        """Marks a connection as a player's, or as nobody's. So many count for each player, and for all together."""
        before = connection.user
        if user == before or connection not in connection.address.groups[connection.standing]:
            return
        if before is not None:
            self._count(before, -1)
        if user is not None and (self._players.get(user, 0) >= self.per_player or self._known >= self.most_known):
            user = None
        if user is not None:
            self._count(user, 1)
        connection.user = user
        self._move(connection, connection.standing & BUSY | (KNOWN if user is not None else 0))

    def _count(self, user: UserId, more: int) -> None:
        self._known += more
        self._players[user] = self._players.get(user, 0) + more
        if not self._players[user]:
            del self._players[user]

    def _move(self, connection: Connection, standing: int) -> None:
        groups = connection.address.groups
        if standing != connection.standing and connection in groups[connection.standing]:
            del groups[connection.standing][connection]
            connection.standing = standing
            groups[standing][connection] = None

    def whom_to_ask_about(self, user: UserId, address: Address) -> frozenset[UserId]:
        """The players to look up in the store when one of them calls: do they sit at a table? While the server or that
        address is half full, all of them from time to time, and between two times whoever is new."""
        if 2 * len(self._all) <= self.room and not (self.per_address and 2 * len(address) > self.per_address):
            return frozenset()
        now = time.monotonic()
        if now >= self._asked_at + ASK_AGAIN:
            self._asked_at, self._asked = now, frozenset(self._players)
            return self._asked
        if user in self._asked:
            return frozenset()
        self._asked |= {user}
        return frozenset({user})

    def learn(self, asked: frozenset[UserId], seated: frozenset[UserId]) -> None:
        """Records which of these players sit at a table."""
        self.seated = (self.seated - asked | seated) & self._players.keys()

    # -- time ----------------------------------------------------------------------------------

    def look(self) -> None:
        """Closes connections that are past a time limit."""
        now = time.monotonic()
        for connection in list(self._all):
            connection.look(now)

    def keep_looking(self, loop: asyncio.AbstractEventLoop) -> None:
        """Looks at intervals until the server stops. The next look is scheduled first, so that an error ends none."""
        if not self.stopping:
            loop.call_later(self.bounds.look_seconds, self.keep_looking, loop)
            self.look()


ENOUGH: Final = 65_536
"""Descriptors that one process can make use of."""
RESERVED: Final = 20
"""Descriptors for what the server opens after its start: databases, the bus, files for sorting."""
PER_WORKER: Final = 6
"""Descriptors to start a bot's process and to talk to it."""
USED: Final = 24
"""Descriptors that a server has open before anybody comes, at least."""


def descriptors() -> int:
    """How many this process may have open: as many as the system lets it ask for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):  # a system may allow fewer than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            return most
    return ENOUGH if soft == resource.RLIM_INFINITY else min(soft, ENOUGH)


def check_descriptors(settings: Settings) -> None:
    """Raises SettingError where there are too few for any server."""
    needed = USED + RESERVED + PER_WORKER * settings.bot_workers + LEAST
    if (found := descriptors()) < needed:
        raise SettingError(f"The system lets this server open {found} files, and it needs {needed}; see ulimit -n.")


def room(settings: Settings) -> int:
    """How many connections there may be, now that everything else is open."""
    reserved = RESERVED + PER_WORKER * settings.bot_workers
    return min(settings.connections, descriptors() - len(os.listdir("/dev/fd")) - reserved)
