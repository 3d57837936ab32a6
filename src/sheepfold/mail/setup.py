"""What the mail needs to know: where the relay is, who writes, and where answers come in."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final

IMPLICIT_TLS: Final = 465
"""The port at which a relay speaks TLS from the first byte."""


@dataclass(frozen=True, slots=True)
class MailSetup:
    """One server's mail. Without a ``relay`` nothing is sent, without a ``port`` nothing is taken in."""

    sender: str
    """The address in whose name mails go out; boards' addresses are at the same host."""
    relay_host: str = ""
    relay_port: int = 25
    relay_user: str = ""
    relay_password: str = field(default="", repr=False)
    authorities: str = ""
    """A file with the certificates that the relay's must be signed by; empty: those that the system trusts."""
    address: str = "127.0.0.1"
    port: int = 0
    certificate: str = ""
    """Files with the certificate and its key, by which those who bring mail can speak TLS."""
    private_key: str = ""
    strangers: int = 20
    """So many addresses that are not known here are answered in an hour, at most."""
    origin: str = ""
    """How the world reaches the pages; empty: mails hold no links."""

    @property
    def host(self) -> str:
        return self.sender.rpartition("@")[2].lower()

    @property
    def answers(self) -> bool:
        """Whether people can answer to boards' addresses."""
        return self.port > 0

    @property
    def encrypted(self) -> bool:
        """Whether the relay must speak TLS, with a certificate that holds: everywhere but on this machine."""
        return not is_loopback(self.relay_host)


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
