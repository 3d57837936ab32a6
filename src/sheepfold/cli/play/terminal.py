"""The terminal: asking for a line with completion, or reading plain lines when nobody sits there."""

from __future__ import annotations

import select
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Final, TypeAlias

from sheepfold.cli.output import safe
from sheepfold.core.errors import IllegalNow
from sheepfold.core.words.paragraphs import Paragraph, in_columns
from sheepfold.core.words.prose import near, whole_number

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.key_binding import KeyPressEvent

LONGEST = 4000
"""A line longer than this is not read to its end: no move is."""

Completing: TypeAlias = Callable[[str], list[tuple[str, int]]]
"""From the text so far to words that could follow, each with how many characters it replaces."""


Telling: TypeAlias = Callable[[], str]
"""Something to be said, worked out only when it is."""


def say(text: str = "") -> None:
    """A line or more for whoever sits there."""
    print(wrapped(safe(text)), flush=True)


def command_list(commands: Mapping[str, str]) -> Paragraph:
    """Words that may be typed, each with what it does."""
    return in_columns(commands.items(), max(map(len, commands)) + 2)


def perhaps_meant(line: str, commands: Iterable[str]) -> str:
    """The command that a line which is no move was perhaps meant as, as a question."""
    word = line.split()[0]
    meant = near(word, commands) if len(word) > 1 else None
    return f" Did you mean {meant}?" if meant else ""


def sure_to_resign(at: Terminal) -> None:
    """Raises IllegalNow unless somebody says so again."""
    if at.ask("Give up the game? Type yes to resign: ").lower() != "yes":
        raise IllegalNow("You play on.")


def room() -> int | None:
    """How many columns the terminal has; None: it is a pipe, which takes any number."""
    return get_terminal_size().columns if sys.stdout.isatty() else None


def wrapped(text: str, width: int | None = None) -> str:
    """Lines that are too long for the terminal, broken at words; a pipe gets them whole."""
    width = width or room()
    if width is None:
        return text
    return "\n".join(line if len(line) <= width else _broken(line, width) for line in text.split("\n"))


def _broken(line: str, width: int) -> str:
    """What follows stands below where the line began."""
    moved_in = " " * (len(line) - len(line.lstrip()))
    return fill(line, width, subsequent_indent=moved_in, break_long_words=False, break_on_hyphens=False)


class Terminal:
    """Where people type. Here is what can be done with lines alone: choosing is by number, and nobody waits."""

    lively = False
    """Whether a person looks on, who needs time to read and does not want to scroll back."""

    def ask(self, prompt: str, completing: Completing | None = None) -> str:
        """One line, without blanks around it. Raises EOFError when there is nobody left to ask."""
        raise NotImplementedError

    def clear(self) -> None:
        """Wipe the screen and what was scrolled off it, and forget what was typed."""

    def pick(self, title: str, options: Sequence[str], about: Sequence[Telling] = ()) -> int | None:
        """Which of them is chosen; None: one step back. ``about`` tells of each what would come of it."""
        say(title)
        say("  ".join(f"{number} {option}" for number, option in enumerate(options, 1)))
        typed = self.ask("Number, or Enter alone for a step back: ")
        while typed and not whole_number(typed, range(1, len(options) + 1)):
            typed = self.ask(f"A number from 1 to {len(options)}: ")
        return int(typed) - 1 if typed else None

    def pause(self, seconds: float) -> None:
        """Time to read, unless somebody does not need it."""


class Lines(Terminal):
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


class Prompts(Terminal):
    """A person at a terminal: line editing, completion with Tab, their own lines with the arrow keys."""

    lively = True

    def __init__(self) -> None:
        self._session: PromptSession[str] | None = None
        self._early = ""
        """What was typed before anybody asked for it."""

    def ask(self, prompt: str, completing: Completing | None = None) -> str:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory

        if self._session is None:
            self._session = PromptSession(history=InMemoryHistory(), complete_while_typing=False)
        early, self._early = self._early, ""
        return self._session.prompt(prompt, completer=_completer(completing), default=early).strip()

    def pick(self, title: str, options: Sequence[str], about: Sequence[Telling] = ()) -> int | None:
        return pick(title, options, about)

    def pause(self, seconds: float) -> None:
        """Enter ends it. Whatever was typed before it waits at the next prompt."""
        ready, _, _ = select.select([sys.stdin], [], [], seconds)
        if ready:
            self._early = sys.stdin.readline(LONGEST).strip()

    def clear(self) -> None:
        self._session, self._early = None, ""
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


# -- choosing with the arrow keys --------------------------------------------------------------

SHOWN: Final = 10
"""How many of them are in sight at once."""
KEYS: Final = {"up": -1, "left": -1, "s-tab": -1, "down": 1, "right": 1, "tab": 1, "pageup": -SHOWN, "pagedown": SHOWN}


class Picker:
    """Where one is in a list. No input or output."""

    def __init__(self, title: str, options: Sequence[str], about: Sequence[Telling] = ()) -> None:
        self.title, self.options, self.about, self.at = title, options, about, 0
        self._told: dict[int, str] = {}

    def go(self, step: int) -> None:
        """On or back, round the end."""
        self.at = (self.at + step) % len(self.options)

    def find(self, letter: str) -> None:
        """On to the next that begins with the letter."""
        order = [*range(self.at + 1, len(self.options)), *range(self.at + 1)]
        self.at = next((n for n in order if self.options[n].lower().startswith(letter.lower())), self.at)

    def told(self) -> str:
        """What would come of the one where one is. It is asked for whenever something is drawn, and worked out once."""
        if self.at not in self._told:
            self._told[self.at] = self.about[self.at]() if self.about else ""
        return self._told[self.at]

    def lines(self) -> StyleAndTextTuples:
        first = max(0, min(self.at - SHOWN // 2, len(self.options) - SHOWN))
        shown = range(first, min(first + SHOWN, len(self.options)))
        found: StyleAndTextTuples = [("bold", f"{wrapped(safe(self.title))}\n")]
        for n in shown:
            found.append(("reverse", f"> {self.options[n]} \n") if n == self.at else ("", f"  {self.options[n]}\n"))
        if told := self.told():
            found.append(("italic", f"{wrapped(safe(told))}\n"))
        keys = "Arrows choose, Enter takes, Escape steps back."
        found.append(("", wrapped(f"{self.at + 1} of {len(self.options)}. {keys}")))
        return found


def pick(title: str, options: Sequence[str], about: Sequence[Telling] = ()) -> int | None:
    """Which one is taken; None: a step back. Raises EOFError and KeyboardInterrupt as a prompt does."""
    from prompt_toolkit.application import Application
    from prompt_toolkit.key_binding import KeyBindings
    from prompt_toolkit.layout import FormattedTextControl, Layout, Window

    picker, keys = Picker(title, options, about), KeyBindings()
    for key, step in KEYS.items():
        keys.add(key)(lambda _, step=step: picker.go(step))
    keys.add("enter")(lambda event: event.app.exit(result=picker.at))
    for key in ("escape", "backspace"):
        keys.add(key, eager=True)(lambda event: event.app.exit(result=None))
    keys.add("c-c")(lambda event: event.app.exit(exception=KeyboardInterrupt))
    keys.add("c-d")(lambda event: event.app.exit(exception=EOFError))

    @keys.add("<any>")
    def _(event: KeyPressEvent) -> None:
        picker.find(event.data)

    window = Window(FormattedTextControl(picker.lines, show_cursor=False), dont_extend_height=True)
    app: Application[int | None] = Application(Layout(window), key_bindings=keys, erase_when_done=True)
    return app.run()
