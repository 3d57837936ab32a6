"""Several pictures in one: the views of all seats, one above the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sheepfold.core.look.scene import Scene
from sheepfold.core.look.svg import SPACE, svg

GAP: Final = 16


def stacked(scenes: Sequence[Scene]) -> str:
    """One standalone SVG document; if they are several, with the others nested in it."""
    if len(scenes) == 1:
        return svg(scenes[0])
    rows, top = [], 0.0
    width = max(scene.frame.width for scene in scenes)
    for scene in scenes:
        across, down = scene.frame.width, scene.frame.height
        rows.append(svg(scene, x="0", y=f"{top:g}", width=f"{across:g}", height=f"{down:g}"))
        top += down + GAP
    size = f'width="{width:g}" height="{top - GAP:g}" viewBox="0 0 {width:g} {top - GAP:g}"'
    return f'<svg xmlns="{SPACE}" {size}>{"".join(rows)}</svg>'
