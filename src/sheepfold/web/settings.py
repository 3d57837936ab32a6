"""Everything a host can set, in one frozen place, filled from the environment or from arguments."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any
from urllib.parse import urlsplit

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.options import NO, YES
from sheepfold.core.words.prose import shown
from sheepfold.mail.setup import MailSetup
from sheepfold.play.notices.push import SERVICES
from sheepfold.play.setup import Retention

PREFIX = "SHEEPFOLD_"
ADDRESS = re.compile(r"[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){0,8}")
"""Addresses of our own: plain ones."""


class SettingError(SheepfoldError):
    """A setting that cannot be used as it is written."""


@dataclass(frozen=True, slots=True)
class Settings:
    """One server. Every field can come from the environment: ``SHEEPFOLD_DATABASE``, ``SHEEPFOLD_PORT``, …"""

    database: str = "sqlite:///sheepfold.db"
    """Where everything is kept: an SQLAlchemy address of SQLite or PostgreSQL."""
    bus: str = "local"
    """How processes hear of each other's moves: ``local``, ``postgres`` or ``redis://…``."""
    address: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    """How the world reaches this server (``https://sheepfold.example``); empty: as the request says."""
    trusted_proxies: str = ""
    """Addresses whose ``X-Forwarded-*`` headers are believed, separated by commas."""
    rate_limits: bool = True
    bot_workers: int = 1
    """Processes in which bots think; 0 leaves bots to other servers on the same database."""
    bot_pace: int = 250
    """Milliseconds between the beats at which bots move, so that nobody sees how long one thought; 0: at once."""
    bot_effort: int = 100
    """Percent of their usual time that bots think which can think longer."""
    body_bytes: int = 64 * 1024
    """The largest request body and the largest socket message."""
    connections: int = 10_000
    """Connections at once, at most; fewer where the system allows a process fewer open files. Requests beyond are
    answered 503, and the system takes no more connections."""
    sockets_per_address: int = 512
    """Sockets and long polls of all callers at one address. This and the next are part of the rate limits."""
    spectators_per_address: int = 384
    """Those of them that are nobody's."""
    sockets_per_caller: int = 32
    """Sockets of one player."""
    trail_days: int = 30
    """For how many days it is kept who did what from which address; 0: not at all."""
    keep_guests: int = Retention().guests
    keep_waiting: int = Retention().waiting
    keep_practice: int = Retention().practice
    keep_unfinished: int = Retention().unfinished
    keep_closed: int = Retention().closed
    keep_practised: int = Retention().practised
    keep_finished: int = Retention().finished
    """Days for which what nobody comes back to is kept, each as in ``Retention``; 0: for ever."""
    smtp: int = 0
    """The port at which mail comes in, from the mail server that takes it from the world; 0: none does."""
    smtp_address: str = "127.0.0.1"
    smtp_certificate: str = ""
    smtp_key: str = ""
    """Files with a certificate and its key, for those who bring mail over TLS."""
    relay: str = ""
    """The mail server that takes our mails, as ``HOST:PORT``; empty: no mail is sent."""
    mail_from: str = ""
    """The address in whose name mails go out; empty: ``sheepfold`` at the host of the public address."""
    mail_strangers: int = 20
    """So many addresses that are not known here are answered in an hour, at most."""
    relay_user: str = ""
    relay_password: str = field(default="", repr=False)
    """What the relay wants to know of us, if anything."""
    relay_authorities: str = ""
    """A file with the certificates that the relay's must be signed by; empty: those that the system trusts."""
    push_services: str = " ".join(SERVICES)
    """Hosts, with blanks between, to whose push services notices for browsers are sent; ``*.`` for all below one. What
    nobody should be able to reach through us does not belong here."""
    log_level: str = "info"
    metrics_token: str = field(default="", repr=False)
    """What whoever asks for ``/metrics`` must know; empty: there are no metrics."""

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise SettingError(f"The port must be from 0 to 65535, not {self.port}.")
        if self.public_url:
            found = urlsplit(self.public_url)
            if found.scheme not in ("http", "https") or not found.netloc or found.path not in ("", "/"):
                raise SettingError(
                    f"The public address must look like https://sheepfold.example, not {shown(self.public_url)}."
                )
        if self.mail_strangers < 1:
            raise SettingError("At least one stranger an hour must be answered by mail.")
        if self.metrics_token and len(self.metrics_token) < 16:
            raise SettingError("The token for the metrics must have at least 16 characters.")
        _ = self.mail  # wrong settings are told at once
        if not 1 <= self.bot_effort <= 1000:
            raise SettingError("Bots can think for 1 to 1000 percent of their usual time.")
        if self.log_level not in ("debug", "info", "warning", "error"):
            raise SettingError(f"The log level must be debug, info, warning or error, not {shown(self.log_level)}.")

    @property
    def mail(self) -> MailSetup | None:
        """How mail is sent; None: not at all. Raises SettingError."""
        if self.smtp and not self.relay:
            raise SettingError("Mail that comes in must be answered: name a mail server that takes ours with --relay.")
        if not self.relay:
            return None
        host, port = place(self.relay, "The relay")
        sender = self.mail_from or f"sheepfold@{urlsplit(self.public_url).hostname or ''}"
        if not ADDRESS.fullmatch(sender):
            raise SettingError(
                f"Mails need a sender such as sheepfold@sheepfold.example, not {shown(sender)}: --mail-from"
            )
        return MailSetup(
            sender=sender,
            relay_host=host,
            relay_port=port,
            relay_user=self.relay_user,
            relay_password=self.relay_password,
            authorities=self.relay_authorities,
            origin=self.origin,
            address=self.smtp_address,
            port=self.smtp,
            certificate=self.smtp_certificate,
            private_key=self.smtp_key,
            strangers=self.mail_strangers,
        )

    @property
    def retention(self) -> Retention:
        return Retention(**{span.name: getattr(self, f"keep_{span.name}") for span in fields(Retention)})

    @property
    def origin(self) -> str:
        """The public address as browsers send it in ``Origin``; empty where none is set."""
        return self.public_url.rstrip("/").lower()

    @classmethod
    def read(cls, environment: Mapping[str, str], **given: Any) -> Settings:
        """Arguments first (those that are not None), then the environment, then the defaults."""
        found: dict[str, Any] = {}
        for each in fields(cls):
            name = PREFIX + each.name.upper()
            if given.get(each.name) is not None:
                found[each.name] = given[each.name]
            elif environment.get(name, "") != "":
                found[each.name] = _value(name, environment[name], type(each.default))
        return cls(**found)


def place(text: str, what: str) -> tuple[str, int]:
    """A host and a port, written ``HOST:PORT``. Raises SettingError."""
    host, _, port = text.rpartition(":")
    if not host or not (port.isascii() and port.isdigit() and 0 < int(port[:6]) < 65536):
        raise SettingError(f"{what} must be written HOST:PORT, not {shown(text)}.")
    return host.strip("[]"), int(port)


def _value(name: str, text: str, kind: type) -> Any:
    if kind is bool:
        if text.lower() not in YES + NO:
            raise SettingError(f"{name} must be yes or no, not {shown(text)}.")
        return text.lower() in YES
    if kind is int:
        if not (text.isascii() and text.isdigit() and len(text) < 12):
            raise SettingError(f"{name} must be a whole number, not {shown(text)}.")
        return int(text)
    return text
