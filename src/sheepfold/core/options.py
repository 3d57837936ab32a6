"""Option sets: type, range, default and help text declared once, read from words and JSON alike.

    @dataclass(frozen=True)
    class Options(OptionSet):
        size: int = whole(4, 2, 8, "cells along one side")
        berserk: bool = flag(True, "the Farmer may shoot several at once")

reads ``-size=5``, ``size=5``, ``-no_berserk``, ``berserk=no`` and ``{"size": 5, "berserk": false}``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Self

from sheepfold.core.errors import OptionError
from sheepfold.core.words.paragraphs import Line, Text
from sheepfold.core.words.prose import nearest, shown

YES = ("yes", "on", "true", "1")
NO = ("no", "off", "false", "0")


@dataclass(frozen=True, slots=True)
class Option:
    """What an option is called, what it takes and what it means. ``form`` is how it is typed."""

    name: str
    default: Any
    help: str

    @property
    def form(self) -> str:
        raise NotImplementedError

    @property
    def range(self) -> str:
        """What may be given, where the form does not say it."""
        return ""

    def names(self) -> Mapping[str, Any]:
        """Bare words that set this option, with the value each stands for."""
        return {}

    def parse(self, value: object) -> Any:
        """The value from text or JSON; OptionError names option, value and range."""
        raise NotImplementedError

    def words(self, value: Any) -> str:
        """The value as typed on a command line."""
        return f"-{self.name}={value}"

    def refuse(self, value: object, expected: str) -> OptionError:
        return OptionError(f"choose {expected}.", self.name, shown(value))


@dataclass(frozen=True, slots=True)
class Whole(Option):
    low: int
    high: int

    @property
    def form(self) -> str:
        return f"-{self.name}=N"

    @property
    def range(self) -> str:
        return f"{self.low} to {self.high}"

    def parse(self, value: object) -> int | None:
        if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,9}", value.strip()):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise self.refuse(value, f"a whole number from {self.range}")
        return value


@dataclass(frozen=True, slots=True)
class Maybe(Whole):
    """A number that may be off (None). The bare word means ``given``, where there is one."""

    given: int | None

    @property
    def form(self) -> str:
        return f"-{self.name}=N" if self.given is None else f"-{self.name}[=N]"

    def names(self) -> Mapping[str, Any]:
        return {f"no_{self.name}": None} | ({} if self.given is None else {self.name: self.given})

    def parse(self, value: object) -> int | None:
        if value is None or value is False or (isinstance(value, str) and value.lower() in ("off", "no", "none")):
            return None
        if self.given is not None and (value is True or (isinstance(value, str) and value.lower() in ("on", "yes"))):
            return self.given
        try:
            return Whole.parse(self, value)
        except OptionError:
            raise self.refuse(value, f"off or a whole number from {self.range}") from None

    def words(self, value: Any) -> str:
        return f"-no_{self.name}" if value is None else f"-{self.name}={value}"


@dataclass(frozen=True, slots=True)
class Flag(Option):
    off: str

    @property
    def form(self) -> str:
        return f"-{self.name} | -{self.off}"

    def names(self) -> Mapping[str, Any]:
        return {self.name: True, self.off: False}

    def parse(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in YES + NO:
            return value.lower() in YES
        raise self.refuse(value, "yes or no")

    def words(self, value: Any) -> str:
        return f"-{self.name if value else self.off}"


@dataclass(frozen=True, slots=True)
class Choice(Option):
    among: tuple[str, ...]

    @property
    def form(self) -> str:
        return f"-{self.name}={'|'.join(self.among)}"

    def parse(self, value: object) -> str:
        if isinstance(value, str) and value.lower() in self.among:
            return value.lower()
        raise self.refuse(value, " or ".join(self.among))


@dataclass(frozen=True, slots=True)
class Numbers(Option):
    """A row of ``length`` numbers written ``4-1-1``, or None for the game's own."""

    length: int
    high: int

    @property
    def form(self) -> str:
        return f"-{self.name}=" + "-".join("N" * self.length)

    @property
    def range(self) -> str:
        return f"{self.length} numbers from 0 to {self.high}"

    def names(self) -> Mapping[str, Any]:
        return {f"no_{self.name}": None}

    def parse(self, value: object) -> tuple[int, ...] | None:
        if value is None or (isinstance(value, str) and value.lower() in ("off", "no", "none")):
            return None
        row = value
        if isinstance(value, str) and re.fullmatch(r"[0-9]{1,4}(-[0-9]{1,4})*", value):
            row = [int(word) for word in value.split("-")]
        if (
            not isinstance(row, (list, tuple))
            or len(row) != self.length
            or not all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= self.high for n in row)
        ):
            raise self.refuse(value, f"{self.range}, joined by hyphens")
        return tuple(row)

    def words(self, value: Any) -> str:
        return f"-no_{self.name}" if value is None else f"-{self.name}=" + "-".join(map(str, value))


def _declared(default: Any, named: Callable[[str], Option]) -> Any:
    """A field of an option set; the option is made once its name is known."""
    return field(default=default, metadata={"named": named})


def whole(default: int, low: int, high: int, help: str) -> Any:
    """A whole number in a range."""
    return _declared(default, lambda name: Whole(name, default, help, low, high))


def maybe(low: int, high: int, help: str, given: int | None = None) -> Any:
    """A whole number in a range, or off; off by default."""
    return _declared(None, lambda name: Maybe(name, None, help, low, high, given))


def flag(default: bool, help: str, off: str | None = None) -> Any:
    """On or off; ``off`` is the word for off where it is not ``no_NAME``."""
    return _declared(default, lambda name: Flag(name, default, help, off or f"no_{name}"))


def choice(default: str, among: tuple[str, ...], help: str) -> Any:
    """One of several words."""
    return _declared(default, lambda name: Choice(name, default, help, among))


def numbers(length: int, high: int, help: str) -> Any:
    """A row of numbers that replaces the game's own; off by default."""
    return _declared(None, lambda name: Numbers(name, None, help, length, high))


@dataclass(frozen=True)
class OptionSet:
    """The base of a game's options. Subclasses are frozen dataclasses of declared fields."""

    @classmethod
    @cache
    def declared(cls) -> tuple[Option, ...]:
        """Every option of the game, in the order of declaration. Worked out once: self-play asks in every game, and it
        takes as long as half of one."""
        return tuple(f.metadata["named"](f.name) for f in fields(cls))

    @classmethod
    def implied(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Defaults that follow from what was given (a shotgun removes corpses)."""
        return {}

    def check(self) -> None:
        """Raise OptionError if the options do not fit each other."""

    @classmethod
    def make(cls, given: Mapping[str, object]) -> Self:
        """Options from JSON; what is left out is implied or default."""
        known = {option.name: option for option in cls.declared()}
        parsed = {}
        for name, value in given.items():
            if name not in known:
                raise cls.unknown(str(name))
            parsed[name] = known[name].parse(value)
        made = cls(**(dict(cls.implied(parsed)) | parsed))
        made.check()
        return made

    @classmethod
    def read(cls, words: Iterable[str]) -> Self:
        """Options from words: ``-size=5``, ``--size=5``, ``size=5``, ``-no_berserk``."""
        bare = {word: (option.name, value) for option in cls.declared() for word, value in option.names().items()}
        given: dict[str, object] = {}
        for word in words:
            name, equals, value = word.strip().lstrip("-").partition("=")
            name = name.strip().lower()
            if equals and name in bare and name != bare[name][0]:
                form = cls.option(bare[name][0]).form.replace(" | ", " or ")
                raise OptionError(f"{name} takes no value; write {form}.")
            if equals:
                setting: object = value.strip()
            elif name in bare:
                name, setting = bare[name]
            elif name in (option.name for option in cls.declared()):
                raise OptionError(f"{name} needs a value; write {cls.option(name).form}.")
            else:
                raise cls.unknown(name, bare)
            if name in given and given[name] != setting:
                if isinstance(setting, bool) and isinstance(given[name], bool):
                    option = cls.option(name)
                    both = f"{option.words(given[name])} and {option.words(setting)}"
                    raise OptionError(f"{both} exclude each other; give one of them.")
                both = f"as {shown(given[name])} and as {shown(setting)}"
                raise OptionError(f"{name} is given twice, {both}; give it once.")
            given[name] = setting
        return cls.make(given)

    @classmethod
    def option(cls, name: str) -> Option:
        return next(option for option in cls.declared() if option.name == name)

    @classmethod
    def unknown(cls, name: str, words: Iterable[str] = ()) -> OptionError:
        """That there is no such option. ``words`` may stand there as well, so that nobody who writes ``noberserk`` is
        sent to its opposite."""
        names = [option.name for option in cls.declared()]
        near = nearest(name, [*names, *words])
        hint = f"did you mean {near}?" if near else f"there are {', '.join(names)}." if names else "this game has none."
        return OptionError(f"There is no option {shown(name)!r}; {hint}")

    def to_json(self) -> dict[str, Any]:
        """Every option with its value; ``make`` takes it back."""
        found = {option.name: getattr(self, option.name) for option in self.declared()}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}

    def words(self) -> tuple[str, ...]:
        """The fewest words that ``read`` turns into these options again: those that differ from the defaults."""
        changed = tuple(o.words(getattr(self, o.name)) for o in self.declared() if getattr(self, o.name) != o.default)
        with suppress(OptionError):
            if self.read(changed) == self:
                return changed
        return tuple(o.words(getattr(self, o.name)) for o in self.declared())


def described(options: type[OptionSet], title: str) -> Text:
    """Every option of a game, two lines each: how it is typed, what it means, what may be given."""
    lines: list[Line] = []
    for option in options.declared():
        name, _, value = option.words(option.default).removeprefix("-").partition("=")
        range = f"{option.range}; " if option.range else ""
        default = "off" if option.default is None else value or name
        lines += [Line(option.form, more=""), Line(f"{option.help} ({range}default {default})", "    ", "    ")]
    return (Line(f"Options of {title}:"),), tuple(lines or [Line("None.")])
