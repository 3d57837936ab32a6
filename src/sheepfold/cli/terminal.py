"""The terminal: asking for a line with completion, or reading plain lines when nobody sits there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol, TypeAlias

from sheepfold.cli.say import safe

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

LONGEST = 4000
"""A line longer than this is not read to its end: no move is."""

Completing: TypeAlias = Callable[[str], list[tuple[str, int]]]
"""From the text so far to words that could follow, each with how many characters it replaces."""


class Terminal(Protocol):
    """Where people type. Both raise EOFError when there is nobody left to ask."""

    def ask(self, prompt: str, completing: Completing | None = None) -> str:
        """One line, without blanks around it."""
        ...

    def clear(self) -> None:
        """Wipe the screen and what was scrolled off it, and forget what was typed."""
        ...


def say(text: str = "") -> None:
    """A line or more for whoever sits there."""
    print(safe(text), flush=True)


class Lines:
    """Plain lines from standard input, for scripts, pipes and tests."""

    def ask(self, prompt: str, completing: Completing | None = None) -> str:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline(LONGEST)
        if not line:
            print()
            raise EOFError
        while line and not line.endswith("\n") and (more := sys.stdin.readline(LONGEST)):
            line = line[:LONGEST] + more[-1:]
        print(safe(line).rstrip("\n"), flush=True)
        return line.strip()

    def clear(self) -> None:
        if sys.stdout.isatty():
            wipe()


class Prompts:
    """A person at a terminal: line editing, completion with Tab, their own lines with the arrow keys."""

    def __init__(self) -> None:
        self._session: PromptSession[str] | None = None

    def ask(self, prompt: str, completing: Completing | None = None) -> str:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory

        if self._session is None:
            self._session = PromptSession(history=InMemoryHistory(), complete_while_typing=False)
        return self._session.prompt(prompt, completer=_completer(completing)).strip()

    def clear(self) -> None:
        self._session = None
        wipe()


def wipe() -> None:
    """Clear the screen and the scrollback, cursor home."""
    sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
    sys.stdout.flush()


def _completer(completing: Completing | None) -> Completer:
    from prompt_toolkit.completion import Completer, Completion

    class FromText(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
            for word, replaced in completing(document.text_before_cursor) if completing else ():
                yield Completion(word, start_position=-replaced)

    return FromText()


def terminal() -> Terminal:
    """Prompts where a person can use them, else plain lines."""
    return Prompts() if sys.stdin.isatty() and sys.stdout.isatty() else Lines()
