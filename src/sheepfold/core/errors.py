"""What can be wrong with what somebody sent: one class per kind, one sentence for the person who sent it."""


class SheepfoldError(Exception):
    """Something a person can put right. Its text is the sentence to show them; nothing was changed."""


class MoveError(SheepfoldError):
    """A move that cannot be played. The text never depends on what the mover may not know."""


class Malformed(MoveError):
    """The text is not a move in this game's notation, whatever the position."""


class IllegalNow(MoveError):
    """The text is a move, but not one that this seat may make in this position."""


class Ambiguous(MoveError):
    """The text could mean more than one move; the sentence names the candidates."""


class OptionError(SheepfoldError):
    """An option that is unknown, out of range, or does not fit the others.

    ``option`` names it, ``value`` is what was given for it, and ``why`` is the sentence without both: a form has its
    own name for the option. Where the sentence is about no single one, ``option`` is empty.
    """

    def __init__(self, why: str, option: str = "", value: str = "") -> None:
        super().__init__(f"{option}={value}: {why}" if option else why)
        self.why, self.option = why, option


class MissingExtra(SheepfoldError):
    """A library is needed that the bare installation goes without."""

    def __init__(self, library: str, extra: str) -> None:
        install = f".uv/bin/uv pip install --python .venv/bin/python -e '.[{extra}]'"
        super().__init__(f"{library} is not installed here; in the folder of this checkout run: {install}")


class RecordError(SheepfoldError):
    """A record that cannot be read or does not replay."""
