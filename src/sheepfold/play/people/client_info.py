"""From where somebody acts: an address, and the program that speaks for them, as a person would call it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from sheepfold.core.words.lookalikes import visible

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
