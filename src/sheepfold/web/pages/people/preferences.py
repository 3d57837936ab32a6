"""How one browser likes the pages: theme, motion, pauses between events, sound, notices; kept in its own cookie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, Self
from urllib.parse import parse_qsl, urlencode

COOKIE: Final = "sheepfold-look"
YEAR: Final = 365 * 86_400

CHOICES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "theme": (("auto", "As the system"), ("light", "Light"), ("dark", "Dark")),
    "motion": (("auto", "As the system"), ("full", "Moving"), ("calm", "Still")),
    "beats": (("steps", "One after another"), ("once", "All at once")),
    "sound": (("off", "Off"), ("on", "On")),
    "notify": (("off", "Off"), ("on", "On")),
}
"""What each setting can be, first the default, with the words for it."""

TITLES: Final = {
    "theme": "Theme",
    "motion": "Motion",
    "beats": "Bot moves",
    "sound": "Sound",
    "notify": "Notifications",
}


@dataclass(frozen=True, slots=True)
class Preferences:
    """Every field is one of its ``CHOICES``."""

    theme: str = "auto"
    motion: str = "auto"
    beats: str = "steps"
    sound: str = "off"
    notify: str = "off"

    @classmethod
    def read(cls, given: Mapping[str, str]) -> Self:
        """From a form or a cookie's fields; nonsense is the default."""
        known = {name: {value for value, _ in choices} for name, choices in CHOICES.items()}
        return cls(**{name: given[name] for name in known if given.get(name) in known[name]})

    @classmethod
    def from_cookie(cls, cookie: str | None) -> Self:
        return cls.read(dict(parse_qsl((cookie or "")[:200])))

    def cookie(self) -> str:
        return urlencode({field.name: getattr(self, field.name) for field in fields(self)})
