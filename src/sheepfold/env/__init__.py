"""Environments for programs that learn: PettingZoo, OpenSpiel, and batches of NumPy arrays.

>>> from sheepfold import env
>>> env.aec("mutton", size=4).action_space("seat_1")
Discrete(91)

What each library brings is imported when it is first asked for; the extra ``env`` installs them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sheepfold.core.errors import MissingExtra
from sheepfold.env.position import BeyondWindow, EnvPosition, IllegalAction, Setting, setting

if TYPE_CHECKING:
    from sheepfold.env.lanes import Lanes
    from sheepfold.env.petting import SheepfoldAEC

__all__ = ["BeyondWindow", "EnvPosition", "IllegalAction", "Setting", "aec", "setting", "vector"]


def aec(game: str, render_mode: str | None = None, max_steps: int | None = None, **given: Any) -> SheepfoldAEC:
    """A PettingZoo environment of one game. ``given`` is what ``setting`` takes: seats, window, by, and the game's own
    options. ``max_steps``: a game that is not over by then is truncated. Raises MissingExtra."""
    chosen = setting(game, **given)
    try:
        from sheepfold.env.petting import SheepfoldAEC
    except ImportError:
        raise MissingExtra("PettingZoo", "env") from None
    return SheepfoldAEC(chosen, render_mode, max_steps)


def vector(game: str, n: int, seed: int = 0, max_steps: int | None = None, **given: Any) -> Lanes:
    """Games side by side, as NumPy arrays. ``given`` is what ``setting`` takes."""
    from sheepfold.env.lanes import Lanes

    return Lanes(setting(game, **given), n, seed, max_steps)
