"""Somebody as the program knows them: the user, the rules for names, and from where somebody acts (an address and a
program)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final
from unicodedata import normalize

from sheepfold.bots import bot_names, lesson_bots, levels
from sheepfold.core.words.lookalikes import looks, scripts, visible
from sheepfold.core.words.prose import listed, shown
from sheepfold.games import Shelf
from sheepfold.play.errors import FieldError, NotFound, NotNow
from sheepfold.play.terms import UserId
from sheepfold.store import Transaction
from sheepfold.store.people import users as kept
from sheepfold.store.people.users import UserRow


@dataclass(frozen=True, slots=True)
class User:
    """A person as the program knows them. A guest has no password and no mail address."""

    id: UserId
    name: str
    guest: bool
    mail: str | None
    created_at: float
    vacation_until: float | None
    closed: bool = False
    """Closed by the host: may not log in, sit or talk."""
    mail_confirmed: bool = False
    """Whether whoever reads mail at that address has said so."""
    mail_wish: str = "each"
    """How often they want to be mailed: ``each`` time, ``daily`` or ``none``."""
    research: bool = False
    """Whether their finished games may be exported for research, without their names."""
    visible: bool = True
    """Whether friends may see that they are here."""
    puzzle_mail: bool = False
    """Whether the puzzle of the day is mailed to them."""


def user_from(row: UserRow) -> User:
    return User(
        id=row.id,
        name=row.name,
        guest=row.name_key is None,
        mail=row.mail,
        created_at=row.created_at,
        vacation_until=row.vacation_until,
        closed=row.closed,
        mail_confirmed=row.mail_confirmed,
        mail_wish=row.mail_wish,
        research=row.research,
        visible=row.visible,
        puzzle_mail=row.puzzle_mail is not None,
    )


def existing(tx: Transaction, user: UserId) -> UserRow:
    """The row of a guest or an account. Raises NotFound; also where the account was deleted."""
    row = kept.by_id(tx, user)
    if row is None or row.deleted:
        raise NotFound("There is no such user.")
    return row


def account_named(tx: Transaction, name: str) -> UserRow:
    """An account (not a guest) by its name, case forgiven. Raises NotFound."""
    row = kept.by_name(tx, name_key(name))
    if row is None:
        raise NotFound(f"There is nobody called {shown(name)!r} here.")
    return row


def vacation_of(row: UserRow) -> tuple[float, float] | None:
    """A user's vacation, from and until; past and future ones too."""
    if row.vacation_from is None or row.vacation_until is None:
        return None
    return row.vacation_from, row.vacation_until


NAME: Final = re.compile(r"[^\W_][\w.\- ]{0,22}[\w.]")
LONGEST: Final = 100
"""Characters of a name as it may be typed: accents that stand alone are put together. Doing that takes time with the
square of their number, so nothing longer is looked at."""
WANTED: Final = (
    "A name has 2 to 24 letters, digits, dots, blanks, hyphens or underscores, and begins with a letter or digit."
)
TAKEN: Final = "This name is taken already, or looks like one that is."
NOBODY: Final = "Somebody"
"""What those are called who deleted their account."""
RESERVED: Final = (
    "admin", "administrator", "bot", "chance", "everybody", "guest", "host", "mod", "moderator", "nature", "nobody",
    "root", "sheepfold", "somebody", "spectator", "support", "system", "the host", "you",
)  # fmt: skip
"""Names under which somebody could speak for the house."""


def one_line(text: str) -> str:
    """A name or a label without blanks around it or several in a row."""
    return " ".join(text.split())


def name_key(name: str) -> str:
    """What a name is found by, however it is written. What is too long for a name is found by nothing."""
    name = one_line(name)
    return normalize("NFKC", name).casefold() if len(name) <= LONGEST else name


class Names:
    """The names that may be chosen on a server."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def checked(self, name: str) -> str:
        """The name as it will be shown. Raises BadRequest."""
        name = one_line(name)
        if len(name) > LONGEST or not NAME.fullmatch(name := normalize("NFKC", name)):
            raise FieldError("name", WANTED)
        if mixed := scripts(name):
            raise FieldError("name", f"A name is written in one script; this one mixes {listed(sorted(mixed))}.")
        if not looks(name).isdisjoint(self._reserved):
            raise FieldError("name", "This name is reserved: choose another.")
        return name

    @cached_property
    def _reserved(self) -> frozenset[str]:
        """Everything that the house and its bots can be taken for."""
        games = [self._shelf.game(name) for name in self._shelf]
        bots = {bot for game in games for names in (bot_names, lesson_bots) for bot in names(game, self._shelf)}
        titles = {level.title for game in games for level in levels(game, self._shelf)}
        return frozenset(look for name in bots.union(titles, RESERVED) for look in looks(name))


def name_is_free(tx: Transaction, name: str, user: UserId | None = None) -> bool:
    """Whether no other account is called like this, or anything that looks like it."""
    return kept.names_are_free(tx, looks(name), user)


def check_name_is_free(tx: Transaction, name: str, user: UserId | None = None) -> None:
    """Raises NotNow unless it is free."""
    if not name_is_free(tx, name, user):
        raise NotNow(TAKEN)


def claim_name(tx: Transaction, name: str, user: UserId) -> None:
    """Nobody else can be called like this, or anything that looks like it, from now on. It must be free."""
    kept.claim_names(tx, looks(name), user)


# -- from where they act ---------------------------------------------------------------------------


BROWSERS: Final = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
"""By what browsers are known: nearly all say that they are Safari and most that they are Chrome, so these come last."""
SYSTEMS: Final = (
    ("Windows", "Windows"), ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"), ("Linux", "Linux"),
)  # fmt: skip
_PRODUCT: Final = re.compile(r"[^\s/;()]{1,30}")


@dataclass(frozen=True, slots=True)
class ClientInfo:
    """``agent`` is how the program introduces itself; whoever sends it can put anything there."""

    address: str = ""
    agent: str = ""

    @property
    def place(self) -> str:
        """The address as it is kept: what is none is left out, and IPv4 is itself within IPv6, too."""
        try:
            found = ip_address(self.address)
        except ValueError:
            return ""
        mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
        return str(mapped or found)

    @property
    def neighbourhood(self) -> str:
        """The address as it is counted; empty where none is known."""
        return neighbourhood(self.address) if self.place else ""

    @property
    def program(self) -> str:
        """``Firefox on Linux``, ``curl``; empty for one that does not say."""
        said = visible(self.agent[:400])
        browser = next((name for word, name in BROWSERS if word in said and said.startswith("Mozilla/")), "")
        system = next((name for word, name in SYSTEMS if word in said), "")
        if browser:
            return f"{browser} on {system}" if system else browser
        product = _PRODUCT.match(said)
        return product[0] if product else ""


NOWHERE: Final = ClientInfo()


def neighbourhood(address: str) -> str:
    """An address as counted: one IPv4 address, or the /64 that an IPv6 household owns."""
    try:
        found = ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return str(ip_network((found, 64), strict=False))
        found = found.ipv4_mapped  # a server that listens at :: sees all of IPv4 within one /64
    return str(found)
