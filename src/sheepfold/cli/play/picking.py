"""Choosing from a list with the arrow keys, for whoever does not want to learn how moves are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, Layout, Window

from sheepfold.cli.output import safe
from sheepfold.cli.play.terminal import Telling, wrapped

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
