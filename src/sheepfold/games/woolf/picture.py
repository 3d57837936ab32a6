"""View to SVG: the table with everybody's tokens, questions and cards, your hand, and a grid for your notes."""

from __future__ import annotations

from sheepfold.core.look.svg import document
from sheepfold.games.woolf.text import Names
from sheepfold.games.woolf.view import View


def picture(view: View, names: Names) -> str:
    return document(0, 0, 10, 10, "", title="Woolf!!", description="", beasts=("fold",))
